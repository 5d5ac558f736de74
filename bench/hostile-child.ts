/** Sends hostile requests in a process of its own, which gives way to the one that it attacks. */
import { setPriority } from 'node:os';
import { systemClock } from '@kinora/shared/clock';
import { hostileShapes, sendHostile } from '../test/support/requests/hostile-shapes.ts';
import { answerQuestions } from './child.ts';

export interface Attack {
  readonly name: string;
  readonly port: number;
  readonly imageKey: string;
  readonly videoKey: string;
  readonly durationMs: number;
}

setPriority(10);

/** Answers with the number of responses. */
async function attack({ name, port, durationMs, ...caller }: Attack): Promise<number> {
  const shape = hostileShapes.find(one => one.name === name);
  if (!shape) throw new Error(`No such shape: ${name}`);
  const bytes = shape.bytes(caller);
  const stop = new AbortController();
  void systemClock.sleep(durationMs).then(() => stop.abort());
  return sendHostile(port, shape, { bytes, signal: stop.signal });
}

answerQuestions({}, { attack, stop: async () => process.disconnect() });
