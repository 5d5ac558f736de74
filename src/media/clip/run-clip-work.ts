/** Reads clips from outside in processes of their own, with limits on time and memory. */
import { reason } from '@kinora/shared/errors/reason';
import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentVariable } from '../../platform/config/config.ts';
import { openGate } from '../../platform/lib/async/gate.ts';
import type { ClipAnswer, ClipProgress, ClipResults, ClipWork, PreparedClip } from './clip-work.ts';
import { ClipError } from './decode/clip-error.ts';

export interface ClipLimits {
  readonly timeoutMs: number;
  /** Memory of JavaScript. That of decoders is limited in clip-process.ts. */
  readonly heapMegabytes: number;
  /** Memory of the whole process, besides the copies of the clip. */
  readonly processMegabytes: number;
}

export const defaultLimits: ClipLimits = { timeoutMs: 120_000, heapMegabytes: 512, processMegabytes: 1280 };

/** The clip is received, copied into another container and sent back. Measured: five times its bytes. */
const copiesOfClip = 6;

/** The process ends itself only if this process does not. */
const graceMs = 5000;

const program = fileURLToPath(new URL('./clip-process.ts', import.meta.url));
const processes = openGate({ places: 2 });

/** This process keeps what Node compiled in a folder of its version, inside the one that is set. */
const cacheFolder = getCompileCacheDir();
const compileCache = cacheFolder ? { NODE_COMPILE_CACHE: dirname(cacheFolder) } : {};

/** Throws ClipError if the clip cannot be used, or not within the limits. */
export async function runClipWork<Kind extends ClipWork['kind']>(
  work: Extract<ClipWork, { kind: Kind }>,
  limits = defaultLimits,
): Promise<ClipResults[Kind]> {
  const answer = await processes.run({ holder: '' }, () => runInProcess(work, limits));
  if (!answer.ok) throw new ClipError(answer.reason);
  return answer.result as ClipResults[Kind];
}

function runInProcess(work: ClipWork, limits: ClipLimits): Promise<ClipAnswer> {
  const { timeoutMs, heapMegabytes, processMegabytes } = limits;
  const maxBytes = processMegabytes * 1024 * 1024 + copiesOfClip * bytesIn(work);
  return new Promise((resolve, reject) => {
    const child = fork(program, [process.pid, timeoutMs + graceMs, maxBytes].map(String), {
      serialization: 'advanced',
      // The server's settings and keys are not passed on. ffmpeg is looked for in PATH.
      env: { MALLOC_ARENA_MAX: '1', PATH: environmentVariable('PATH'), ...compileCache },
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    child.once('error', reject);
    let preparedClip: PreparedClip | undefined;
    child.on('message', (message: ClipProgress | ClipAnswer) => {
      if ('preparedClip' in message) preparedClip = message.preparedClip;
      else if (message.ok && preparedClip)
        resolve({ ok: true, result: { ...preparedClip, ...message.result } });
      else resolve(message);
    });
    // After an answer, this has no effect. A finished clip only lacks pictures, for which there
    // was too little time or memory.
    child.once('exit', () => {
      if (preparedClip) resolve({ ok: true, result: preparedClip });
      else resolve({ ok: false, reason: reason('clip_costly') });
    });
    // If the work cannot be sent, the process has ended, which is handled above.
    child.send(work, () => {});
  });
}

function bytesIn(work: ClipWork): number {
  return work.kind === 'append' ? work.first.length + work.second.length : work.clip.length;
}
