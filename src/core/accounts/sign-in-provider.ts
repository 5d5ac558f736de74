/** The contract of a provider where users sign in. */
import type { Identity } from './identities.ts';

export interface Person extends Identity {
  readonly email: string | undefined;
  /**
   * True only if the provider reports the address as verified. Otherwise anybody could sign
   * in as the user of any address.
   */
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
}

/**
 * The state of a pending sign-in, needed when the browser returns from the provider. It stays on the server.
 */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

export interface CompletedSignIn {
  readonly identity: Identity;
  /** The person who signed in. Queries the provider again if the sign-in response lacks the email address. */
  person(): Promise<Person>;
}

/** Every method throws AppError `provider_unavailable` or `provider_refused`. */
export interface SignInProvider {
  /** Starts a sign-in. The browser must be redirected to `url`. */
  begin(redirectUri: string): Promise<{ url: string; pendingSignIn: PendingSignIn }>;
  /**
   * Completes the sign-in. `query` is the query string with which the browser returned to the redirect URI.
   */
  finish(query: string, signIn: PendingSignIn): Promise<CompletedSignIn>;
}
