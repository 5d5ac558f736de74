/**
 * An sd-server that Kinora runs: started when it is needed, watched, started again after a pause when it
 * ended, killed to end its work.
 */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { fork, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@kinora/shared/clock';
import { EngineError } from '../../contract/engine-error.ts';
import { openHttpClient } from '../../adapter-kit/http/http-client.ts';
import { readCapabilities } from './sdcpp-client.ts';
import type { ServerLog } from './server-log.ts';

export interface ServerOptions {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Time in which the server must respond after it was started. */
  readonly startMs: number;
  readonly log: ServerLog;
  readonly clock: Clock;
}

interface RunningServer {
  readonly child: ChildProcess;
  readonly url: string;
  /** Aborted when the process has exited, with how it did. */
  readonly exit: AbortController;
  /** Aborted when all that it printed was read, a moment later. */
  readonly outputEnd: AbortController;
  hasAnswered: boolean;
}

const guard = fileURLToPath(new URL('./server-guard.ts', import.meta.url));
/**
 * Without its own option, the server lists the files below its working folder for each request about its
 * capabilities, and answers with status 500 if one of them disappears meanwhile.
 */
const lorasOption = '--lora-model-dir';
const pollMs = 250;
const answerMs = 5_000;
/** A server that has responded before and is silent for this long is considered hung. */
const hangMs = 60_000;
/** How often a job starts a server that exits before it responds. */
const maxStarts = 3;
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

export class ManagedServer {
  readonly #options: ServerOptions;
  #running: RunningServer | undefined;
  #failures = 0;
  /** Time before which the server is not started again. */
  #pauseEndMs = 0;
  #isClosed = false;
  #endReason: Reason | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Why it ended by itself last time. Undefined if it did not, or that is not known. */
  get endReason(): Reason | undefined {
    return this.#endReason;
  }

  /**
   * Its base URL, as soon as it answers. Starts it if it does not run. One call at a time.
   * Rejects with an EngineError.
   */
  async url(signal: AbortSignal): Promise<string> {
    for (let starts = 1; ; starts++) {
      try {
        return await this.#waitForAnswer(signal);
      } catch (error) {
        if (signal.aborted || this.#isClosed || starts === maxStarts) throw error;
      }
    }
  }

  /** Kills it, even if it is busy. The next call of `url` starts it again immediately. */
  async kill(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    endGroup(running.child);
    await this.#options.clock.sleep(answerMs, running.exit.signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.kill();
  }

  async #waitForAnswer(signal: AbortSignal): Promise<string> {
    const { clock, startMs } = this.#options;
    await clock.sleep(Math.max(0, this.#pauseEndMs - clock.now()), signal);
    if (signal.aborted || this.#isClosed) throw unavailable(reason('server_not_started'));
    const running = (this.#running ??= await this.#start());
    const endMs = clock.now() + (running.hasAnswered ? hangMs : startMs);
    while (!running.exit.signal.aborted && !signal.aborted) {
      if (await doesAnswer(running, signal)) {
        running.hasAnswered = true;
        this.#failures = 0;
        return running.url;
      }
      if (clock.now() > endMs) {
        await this.kill();
        this.#countFailure();
        throw unavailable(reason('server_silent'));
      }
      await clock.sleep(pollMs, AbortSignal.any([signal, running.exit.signal]));
    }
    if (signal.aborted) throw unavailable(reason('answer_late'));
    await clock.sleep(answerMs, AbortSignal.any([signal, running.outputEnd.signal]));
    const outcome = String(running.exit.signal.reason);
    const lines = this.#options.log.lastLines();
    throw unavailable(memoryReason(lines) ?? reason('server_exited', { said: outcome }), lines);
  }

  async #start(): Promise<RunningServer> {
    const { program, arguments: args, environment, log } = this.#options;
    const port = await freePort();
    const listen = ['--listen-ip', '127.0.0.1', '--listen-port', String(port)];
    const child = fork(
      guard,
      [program, ...args, ...(args.includes(lorasOption) ? [] : [lorasOption, '']), ...listen],
      {
        // A group of its own, which is killed as a whole.
        detached: true,
        env: { ...environment },
        execArgv: [],
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    const url = `http://127.0.0.1:${port}`;
    const [exit, outputEnd] = [new AbortController(), new AbortController()];
    const running: RunningServer = { child, url, exit, outputEnd, hasAnswered: false };
    for (const output of [child.stdout, child.stderr]) output?.setEncoding('utf8').on('data', log.add);
    child.once('error', ({ message }) => this.#handleEnd(running, message));
    child.once('exit', (code, signal) => this.#handleEnd(running, signal ?? `exit code ${code}`));
    child.once('close', () => outputEnd.abort());
    // Kinora may end while it rests.
    child.unref();
    child.channel?.unref();
    log.set({ url, ...(child.pid !== undefined && { pid: child.pid }) });
    this.#endReason = undefined;
    return running;
  }

  #handleEnd(running: RunningServer, outcome: string): void {
    const { log } = this.#options;
    // The guard may have been killed, and not the server.
    endGroup(running.child);
    log.add(`the process ended: ${outcome}\n`);
    log.set({ url: undefined, pid: undefined });
    running.exit.abort(outcome);
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#endReason = memoryReason(log.lastLines());
    this.#countFailure();
  }

  #countFailure(): void {
    const { clock, log } = this.#options;
    this.#failures++;
    this.#pauseEndMs = clock.now() + Math.min(maxPauseMs, firstPauseMs * 2 ** (this.#failures - 1));
    log.set({ failures: this.#failures });
  }
}

/**
 * Returns what the last lines say of a lack of memory. Linux kills a program that takes too much without a
 * word.
 */
function memoryReason(lines: string): Reason | undefined {
  if (outOfMemory.test(lines)) return reason('memory_server');
  return lines.includes('it ended: SIGKILL') ? reason('memory_killed') : undefined;
}

const outOfMemory =
  /out of memory|OutOf(?:Device|Host)Memory|bad_alloc|cudaMalloc failed|failed to allocate|alloc(?:ate|ation)? (?:of .* )?failed/i;

async function doesAnswer({ url }: RunningServer, signal: AbortSignal): Promise<boolean> {
  const client = openHttpClient({ url, secret: undefined });
  try {
    await readCapabilities(client, AbortSignal.any([signal, AbortSignal.timeout(answerMs)]));
    return true;
  } catch {
    return false;
  } finally {
    client.close();
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

function unavailable(reason: Reason, cause?: string): EngineError {
  return new EngineError('engine_unavailable', reason, { retryable: true, cause });
}
