/** What tests start is stopped when the file is over, last started first. A hook inside a test would end with the test. */
import { after } from 'node:test';

const stops: (() => Promise<unknown>)[] = [];

after(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

export function atEnd(stop: () => Promise<unknown>): void {
  stops.push(stop);
}
