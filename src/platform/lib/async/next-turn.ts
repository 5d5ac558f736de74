/** Waits for the next turn of the event loop, so that work in pieces lets others be served between them. */
export function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
