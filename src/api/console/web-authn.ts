/** WebAuthn: the options sent to an authenticator, and the check of its response. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { challengeSeconds } from '../../core/accounts/challenges.ts';
import type { NewPasskey, Passkey } from '../../core/accounts/passkeys.ts';
import type { User } from '../../core/accounts/users.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { randomSecretBytes } from '../../platform/lib/id.ts';

/** Loaded with the first passkey: that takes an eighth as long as the start of the server. */
const webAuthn = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** EdDSA, ES256 and RS256, which existing authenticators support. */
const algorithms = [-8, -7, -257];
const timeout = challengeSeconds * 1000;

const bytes = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'expected base64url')
    .max(max);
/** An id has at most 1023 bytes. */
const credentialId = bytes(1364);
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

/** The needed fields of `PublicKeyCredential.toJSON()` after `navigator.credentials.create`. */
export const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(10_000),
    attestationObject: bytes(100_000),
    transports: z.array(z.string().max(32)).max(16).default([]),
  }),
});
/** The result of `navigator.credentials.get`, as JSON. */
export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(10_000),
    authenticatorData: bytes(10_000),
    signature: bytes(10_000),
    userHandle: bytes(100).nullish(),
  }),
});

export interface RelyingParty {
  /** The host name that passkeys are bound to. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Throws AppError `passkeys_unavailable`: browsers offer passkeys to named hosts
 * only, over https or on localhost.
 */
export function relyingPartyAt(baseUrl: string): RelyingParty {
  const { hostname, origin, protocol } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNamed = isIP(hostname) === 0 && !hostname.startsWith('[');
  if (isLocal || (isNamed && protocol === 'https:')) return { id: hostname, origin };
  throw new AppError('passkeys_unavailable', { address: origin });
}

/** Makes options for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export async function registrationOptions(
  party: RelyingParty,
  user: User,
  existingPasskeys: readonly Passkey[],
) {
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: 'Kinora',
    rpID: party.id,
    userID: Uint8Array.from(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: newChallenge(),
    timeout,
    attestationType: 'none',
    excludeCredentials: existingPasskeys.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
}

/**
 * Makes options for `PublicKeyCredential.parseRequestOptionsFromJSON`. They name no passkey, so
 * they are the same for everybody.
 */
export async function signInOptions(party: RelyingParty) {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: newChallenge(),
    timeout,
    userVerification: 'required',
  });
}

/** The reason why an attestation was rejected. It is logged as the cause of `passkey_invalid`. */
class AttestationError extends Error {
  override readonly name = 'AttestationError';
}

/** Throws AppError `passkey_invalid`. */
export async function readRegistration(
  party: RelyingParty,
  challenge: string,
  response: z.infer<typeof registration>,
): Promise<Omit<NewPasskey, 'name'>> {
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    await rejectCertificates(response.response.attestationObject);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) throw new AttestationError('The attestation is not right');
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey, counter, transports: response.response.transports };
  } catch (error) {
    throw new AppError('passkey_invalid', {}, error);
  }
}

/**
 * Rejects certificates. None was requested, and to check one the library would follow the links inside it.
 */
async function rejectCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  const isBare = format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'));
  if (!isBare) throw new AttestationError(`An attestation by certificate (${format})`);
}

export interface ExpectedAssertion {
  readonly party: RelyingParty;
  readonly challenge: string;
  readonly passkey: Passkey;
  readonly userId: string;
}

/**
 * Returns the new counter of the passkey, or undefined if the response is not from this passkey, for this
 * challenge and this address.
 */
export async function checkAssertion(
  { party, challenge, passkey, userId }: ExpectedAssertion,
  { response, ...rest }: z.infer<typeof assertion>,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const { isoBase64URL } = await helpers();
  const { userHandle, ...signed } = response;
  if (userHandle !== isoBase64URL.fromUTF8String(userId)) return undefined;
  try {
    const { verified: isVerified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...rest, response: { ...signed, userHandle }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: passkey.id, publicKey: passkey.publicKey, counter: passkey.counter },
      requireUserVerification: true,
    });
    return isVerified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws for every problem, for a forged response as well as for an unreadable one.
    return undefined;
  }
}

function newChallenge(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(randomSecretBytes(32));
}
