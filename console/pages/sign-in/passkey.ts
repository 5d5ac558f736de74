/** Signing in with a passkey: by a button, or by the browser's autofill in the e-mail field. */
import { callRoute } from '../../data/api.ts';
import type { User } from '../../data/session.ts';

/** Browsers offer passkeys only on a named host, over https or on localhost. */
export function hasPasskeys(): boolean {
  const isNamed = !/^[\d.]+$|^\[/.test(location.hostname);
  return isNamed && 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Whether the browser can offer passkeys in its autofill. */
export async function canOfferPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

type Mediation = 'conditional' | 'optional';

/** The pending request. The browser allows one at a time. */
let current: { readonly mediation: Mediation; readonly controller: AbortController } | undefined;

/**
 * `conditional`: the browser shows nothing until the user chooses a passkey. Throws
 * ApiError, or the browser's error.
 */
export async function signInByPasskey(mediation: Mediation): Promise<User> {
  current?.controller.abort();
  const controller = new AbortController();
  current = { mediation, controller: controller };
  const { challenge, options } = await callRoute('POST /api/session.passkey-begin');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey, mediation, signal: controller.signal });
  const response = (credential as PublicKeyCredential).toJSON();
  return (await callRoute('POST /api/session.passkey', { body: { challenge, response } })).user;
}

/**
 * Aborts the pending request if it is of this kind. A request of the button is not aborted when the autofill
 * request that it replaced ends.
 */
export function stopAsking(mediation: Mediation): void {
  if (current?.mediation === mediation) current.controller.abort();
}

/** The request was replaced or the page was left. */
export function isStopped(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
