/** A value shared between components while the page is open. */
import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  get(): Value;
  change(change: (before: Value) => Value): void;
  /** A hook for components. */
  use(): Value;
}

export function openStore<Value>(initialValue: Value): Store<Value> {
  let value = initialValue;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => value;
  return {
    get,
    change: change => {
      value = change(value);
      listeners.forEach(listener => listener());
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
