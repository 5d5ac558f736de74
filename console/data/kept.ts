/** A value that this browser keeps between visits, and shares between its tabs. */
import { openStore, type Store } from './store.ts';

export interface Kept<Value> extends Pick<Store<Value>, 'get' | 'use'> {
  set(value: Value): void;
}

const ownPrefix = 'kinora.own.';
const forgetters = new Set<() => void>();

/** Of whoever is signed in: the next user of this browser does not find it. */
export function keptOwn<Value>(name: string, usual: Value): Kept<Value> {
  const value = kept(`own.${name}`, usual);
  forgetters.add(() => value.set(usual));
  return value;
}

const owner = kept('owner', '');

/** What is kept here is of somebody else than this user. */
export function isOfAnother(user: string): boolean {
  return owner.get() !== '' && owner.get() !== user;
}

/** Whoever is signed in now: what another kept here before is forgotten. */
export function claimOwn(user: string): void {
  if (owner.get() === user) return;
  forgetOwn();
  owner.set(user);
}

/** Also what pages that are not loaded have kept. */
export function forgetOwn(): void {
  for (const forget of forgetters) forget();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(ownPrefix)) localStorage.removeItem(key);
  } catch {
    // Then nothing was kept.
  }
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
