/** Signing in by a passkey: on a button, or offered by the browser where the e-mail is typed. */
import { post } from '../../data/api.ts';
import type { User } from '../../data/session.ts';

/** Browsers offer passkeys to pages of a host with a name, over https or on this machine. */
export function hasPasskeys(): boolean {
  const isNamed = !/^[\d.]+$|^\[/.test(location.hostname);
  return isNamed && 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** The browser can offer them among what it fills in. */
export async function canOfferPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

type Mediation = 'conditional' | 'optional';

/** The request that the browser has now: it allows one at a time. */
let current: { readonly mediation: Mediation; readonly controller: AbortController } | undefined;

/** `conditional`: the browser asks nobody until somebody chooses one. Throws ApiError, or what the browser throws. */
export async function signInByPasskey(mediation: Mediation): Promise<User> {
  current?.controller.abort();
  const own = new AbortController();
  current = { mediation, controller: own };
  const begun = await post<{ challenge: string; options: PublicKeyCredentialRequestOptionsJSON }>(
    '/api/session.passkey-begin',
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(begun.options);
  const made = await navigator.credentials.get({ publicKey, mediation, signal: own.signal });
  const response = (made as PublicKeyCredential).toJSON();
  return (await post<{ user: User }>('/api/session.passkey', { challenge: begun.challenge, response })).user;
}

/** Ends the current request if it is of this kind. The request of the button outlives the offer that it replaces. */
export function stopAsking(mediation: Mediation): void {
  if (current?.mediation === mediation) current.controller.abort();
}

/** Another question took its place, or the page was left. */
export function isStopped(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
