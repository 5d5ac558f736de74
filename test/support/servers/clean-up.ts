/**
 * Stops what tests started, in reverse order: when their file has ended, or with the process, which runs many
 * files one after the other (tests-in-turn.ts). A hook inside a test would run at the end of that test.
 */
import { after } from 'node:test';

type Stop = () => Promise<unknown>;

const ofFile: Stop[] = [];
const ofProcess: Stop[] = [];

let hasMoreFiles = false;

after(async () => {
  if (hasMoreFiles) return;
  await stopAll(ofFile);
  await stopAll(ofProcess);
});

/**
 * The process runs several files. It calls `endFile` after each, and `endProcess` at last: hooks of the
 * process run after the first.
 */
export function expectMoreFiles(): void {
  hasMoreFiles = true;
}

export function atEnd(stop: Stop): void {
  ofFile.push(stop);
}

/** Stops what several files of a process share. */
export function atProcessEnd(stop: Stop): void {
  ofProcess.push(stop);
}

export function endFile(): Promise<void> {
  return stopAll(ofFile);
}

export function endProcess(): Promise<void> {
  return stopAll(ofProcess);
}

async function stopAll(stops: Stop[]): Promise<void> {
  const failures: unknown[] = [];
  // Anything that is left running would keep the process alive.
  for (const stop of stops.splice(0).reverse())
    await stop().catch((error: unknown) => void failures.push(error));
  if (failures.length > 0)
    throw failures.length > 1 ? new AggregateError(failures, 'Not all was stopped.') : failures[0];
}
