/** A process of its own for what is measured, asked questions over IPC. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly pid: number;
  /** The message that the child sent when it was ready. */
  readonly ready: Readonly<Record<string, string>>;
  /** One question at a time. */
  ask<Answer>(question: string, value?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments of Node, for example `--cpu-prof`. */
  readonly execArgv?: readonly string[];
}

/** Starts a program of this folder; resolves when it is ready to be asked. */
export async function startChild(
  program: string,
  { env = {}, execArgv = [] }: ChildOptions = {},
): Promise<Child> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    execArgv: [...execArgv],
  });
  const exitEvent = once(child, 'exit');
  const next = async (): Promise<unknown> => {
    const messageEvent = once(child, 'message');
    const [message] = await Promise.race([
      messageEvent,
      exitEvent.then(() => Promise.reject(new Error(`${program} died`))),
    ]);
    return message;
  };
  const ready = (await next()) as Child['ready'];
  return {
    pid: child.pid ?? 0,
    ready,
    ask: async (question, value) => {
      const answer = next();
      child.send({ question, value });
      return (await answer) as never;
    },
    stop: async () => {
      if (child.connected) child.send({ question: 'stop' });
      await exitEvent;
    },
  };
}

/** The child's side: reports that it is ready, and answers. The answer to `stop` ends the process. */
export function answerQuestions(
  ready: Child['ready'],
  answers: Readonly<Record<string, (value: never) => unknown>> & { readonly stop: () => Promise<void> },
): void {
  process.on('message', async ({ question, value }: { question: string; value: unknown }) => {
    const answer = await answers[question]?.(value as never);
    if (question === 'stop') process.exit(0);
    process.send?.(answer ?? null);
  });
  process.on('disconnect', () => process.exit(1));
  process.send?.(ready);
}

/** Seconds of processor time, all threads, that this process has used. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Milliseconds of a clock that all processes of this machine share. */
export function sharedNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
