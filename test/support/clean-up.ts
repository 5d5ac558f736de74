/** What tests start is stopped when the file is over, last started first. A hook inside a test would end with the test. */
import { after } from 'node:test';

const stops: (() => Promise<unknown>)[] = [];

after(async () => {
  const failures: unknown[] = [];
  // What is left running would keep the process from ending.
  for (const stop of stops.splice(0).reverse())
    await stop().catch((error: unknown) => void failures.push(error));
  if (failures.length > 0)
    throw failures.length > 1 ? new AggregateError(failures, 'Not all was stopped.') : failures[0];
});

export function atEnd(stop: () => Promise<unknown>): void {
  stops.push(stop);
}
