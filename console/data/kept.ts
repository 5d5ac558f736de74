/** A value that this browser keeps between visits, and shares between its tabs. */
import { useSyncExternalStore } from 'react';

export interface Kept<Value> {
  get(): Value;
  set(value: Value): void;
  /** In a component. */
  use(): Value;
}

/** `name` without a prefix. What cannot be read is as if it were not there. */
export function kept<Value>(name: string, usual: Value): Kept<Value> {
  const key = `kinora.${name}`;
  const listeners = new Set<() => void>();
  let value = read();
  function read(): Value {
    try {
      const text = localStorage.getItem(key);
      return text === null ? usual : (JSON.parse(text) as Value);
    } catch {
      return usual;
    }
  }
  const tell = () => listeners.forEach(listener => listener());
  window.addEventListener('storage', event => {
    if (event.key !== key) return;
    value = read();
    tell();
  });
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => value;
  return {
    get,
    set: next => {
      value = next;
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Kept for this visit only.
      }
      tell();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
