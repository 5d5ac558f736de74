/** A value that this browser keeps between visits, and shares between its tabs. */
import { openStore, type Store } from './store.ts';

export interface Kept<Value> extends Pick<Store<Value>, 'get' | 'use'> {
  set(value: Value): void;
}

/** `name` without a prefix. What cannot be read is as if it were not there. */
export function kept<Value>(name: string, usual: Value): Kept<Value> {
  const key = `kinora.${name}`;
  const read = (): Value => {
    try {
      const text = localStorage.getItem(key);
      return text === null ? usual : (JSON.parse(text) as Value);
    } catch {
      return usual;
    }
  };
  const { get, use, change } = openStore(read());
  window.addEventListener('storage', event => {
    if (event.key === key) change(read);
  });
  return {
    get,
    use,
    set: next => {
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Kept for this visit only.
      }
      change(() => next);
    },
  };
}
