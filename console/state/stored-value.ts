/** A value that this browser keeps between visits, and shares between its tabs. */
import { openStore, type Store } from './store.ts';

export interface StoredValue<Value> extends Pick<Store<Value>, 'get' | 'use'> {
  set(value: Value): void;
}

const ownPrefix = 'kinora.own.';
const forgetters = new Set<() => void>();

/** Of whoever is signed in: the next user of this browser does not find it. */
export function openUserValue<Value>(name: string, defaultValue: Value): StoredValue<Value> {
  const value = openStoredValue(`own.${name}`, defaultValue);
  forgetters.add(() => value.set(defaultValue));
  return value;
}

const owner = openStoredValue('owner', '');

/** What is kept here is of somebody else than this user. */
export function isOfAnotherUser(user: string): boolean {
  return owner.get() !== '' && owner.get() !== user;
}

/** Whoever is signed in now: what another kept here before is forgotten. */
export function claimUserValues(user: string): void {
  if (owner.get() === user) return;
  forgetUserValues();
  owner.set(user);
}

/** Also what pages that are not loaded have kept. */
export function forgetUserValues(): void {
  for (const forget of forgetters) forget();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(ownPrefix)) localStorage.removeItem(key);
  } catch {
    // Then nothing was kept.
  }
}

/** `name` without a prefix. What cannot be read is as if it were not there. */
export function openStoredValue<Value>(name: string, defaultValue: Value): StoredValue<Value> {
  const key = `kinora.${name}`;
  const read = (): Value => {
    try {
      const text = localStorage.getItem(key);
      return text === null ? defaultValue : (JSON.parse(text) as Value);
    } catch {
      return defaultValue;
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
