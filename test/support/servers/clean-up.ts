/**
 * Stops what tests started when the file has ended, in reverse order. A hook inside a test would run at the end of that
 * test.
 */
import { after } from 'node:test';

const stops: (() => Promise<unknown>)[] = [];

after(async () => {
  const failures: unknown[] = [];
  // Anything that is left running would keep the process alive.
  for (const stop of stops.splice(0).reverse())
    await stop().catch((error: unknown) => void failures.push(error));
  if (failures.length > 0)
    throw failures.length > 1 ? new AggregateError(failures, 'Not all was stopped.') : failures[0];
});

export function atEnd(stop: () => Promise<unknown>): void {
  stops.push(stop);
}
