/** A value stored in this browser and shared between its tabs. */
import { openStore, type Store } from './store.ts';

export interface StoredValue<Value> extends Pick<Store<Value>, 'get' | 'use'> {
  set(value: Value): void;
}

const ownPrefix = 'kinora.own.';
const forgetters = new Set<() => void>();

/** Belongs to the signed-in user: it is deleted before another user can see it. */
export function openUserValue<Value>(name: string, defaultValue: Value): StoredValue<Value> {
  const value = openStoredValue(`own.${name}`, defaultValue);
  forgetters.add(() => value.set(defaultValue));
  return value;
}

const owner = openStoredValue('owner', '');

/** Whether the stored values belong to another user. */
export function isOfAnotherUser(user: string): boolean {
  return owner.get() !== '' && owner.get() !== user;
}

/** Assigns the stored values to the signed-in user. Values of a previous user are deleted. */
export function claimUserValues(user: string): void {
  if (owner.get() === user) return;
  forgetUserValues();
  owner.set(user);
}

/** Deletes all values of the user, including those of pages that are not loaded. */
export function forgetUserValues(): void {
  for (const forget of forgetters) forget();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(ownPrefix)) localStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

/** `name` without a prefix. An unreadable value counts as not stored. */
export function openStoredValue<Value>(name: string, defaultValue: Value): StoredValue<Value> {
  const key = `kinora.${name}`;
  const readStored = (): Value => {
    try {
      const text = localStorage.getItem(key);
      return text === null ? defaultValue : (JSON.parse(text) as Value);
    } catch {
      return defaultValue;
    }
  };
  const { get, use, change } = openStore(readStored());
  window.addEventListener('storage', event => {
    if (event.key === key) change(readStored);
  });
  return {
    get,
    use,
    set: nextValue => {
      try {
        localStorage.setItem(key, JSON.stringify(nextValue));
      } catch {
        // Storage is unavailable or full: the value lasts until the page is closed.
      }
      change(() => nextValue);
    },
  };
}
