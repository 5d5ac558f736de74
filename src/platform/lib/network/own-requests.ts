/**
 * Marks what an installation sends to its engines, so that it recognizes its own request when a gateway sends
 * it back. A chain of tasks that each start the next would otherwise never end.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { sha256 } from '../id.ts';

/** The name begins with `x-`, because LiteLLM can be set to pass on such headers of clients. */
export const viaHeader = 'x-kinora-via';

const markStorage = new AsyncLocalStorage<string>();

/**
 * Returns a text that is the same in all processes of an installation, and another one for a copy of its
 * database. It reveals nothing about the two values that it is computed from.
 */
export function installationMark(firstAccountId: string, databaseId: number): string {
  return sha256(`kinora installation\n${firstAccountId}\n${databaseId}`).toString('hex').slice(0, 24);
}

/** Runs work whose requests to engines carry the mark, also those that it begins later. */
export function markRequests<Result>(mark: string, work: () => Result): Result {
  return markStorage.run(mark, work);
}

/** Runs work that came through other installations: its requests name them, too. */
export function withForeignMark<Result>(mark: string | undefined, work: () => Result): Result {
  if (mark === undefined) return work();
  const currentMark = markStorage.getStore();
  return markStorage.run(currentMark === undefined ? mark : `${mark}, ${currentMark}`, work);
}

const markShape = /^[\da-f]{24}$/;
/** Nobody sets up a longer chain of installations on purpose. */
const maxMarks = 16;

/**
 * Returns the marks of the installations that a request has come through, in the form that is stored with its
 * task. Returns undefined if it comes from a client.
 */
export function marksIn(header: string | readonly string[] | undefined): string | undefined {
  const marks = [...new Set(listValues(header))].filter(each => markShape.test(each)).slice(0, maxMarks);
  return marks.length > 0 ? marks.join(', ') : undefined;
}

export function viaHeaders(): Readonly<Record<string, string>> {
  const mark = markStorage.getStore();
  return mark === undefined ? {} : { [viaHeader]: mark };
}

/**
 * Whether an installation has sent this request itself. Proxies may have joined several headers with commas.
 */
export function isMarked(header: string | readonly string[] | undefined, mark: string): boolean {
  return listValues(header).includes(mark);
}

function listValues(header: string | readonly string[] | undefined): string[] {
  return [header ?? []].flat().flatMap(text => text.split(',').map(each => each.trim()));
}
