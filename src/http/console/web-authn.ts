/** The words between browser and server about passkeys: what is asked of an authenticator, and whether its answer is right. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import { isIP } from 'node:net';
import { z } from 'zod';
import { challengeSeconds } from '../../accounts/challenges.ts';
import type { NewPasskey, Passkey } from '../../accounts/passkeys.ts';
import type { User } from '../../accounts/users.ts';
import { AppError } from '../../errors.ts';
import { randomSecretBytes } from '../../lib/id.ts';

/** EdDSA, ES256, RS256: what authenticators in use have. */
const algorithms = [-8, -7, -257];
const timeout = challengeSeconds * 1000;

const bytes = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'base64url is expected')
    .max(max);
/** 1023 bytes are the most that an id may have. */
const credentialId = bytes(1364);
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

/** As `PublicKeyCredential.toJSON()` makes it after `navigator.credentials.create`; what else it holds is not needed. */
export const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(10_000),
    attestationObject: bytes(100_000),
    transports: z.array(z.string().max(32)).max(16).default([]),
  }),
});
/** The same after `navigator.credentials.get`. */
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

/** Throws AppError `passkeys_unavailable`: browsers offer passkeys to named hosts only, over https or on localhost. */
export function relyingPartyAt(baseUrl: string): RelyingParty {
  const { hostname, origin, protocol } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNamed = isIP(hostname) === 0 && !hostname.startsWith('[');
  if (isLocal || (isNamed && protocol === 'https:')) return { id: hostname, origin };
  throw new AppError('passkeys_unavailable', { address: origin });
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export function registrationOptions(party: RelyingParty, user: User, existing: readonly Passkey[]) {
  return generateRegistrationOptions({
    rpName: 'Kinora',
    rpID: party.id,
    userID: Uint8Array.from(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: newChallenge(),
    timeout,
    attestationType: 'none',
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
}

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. It names no passkey: the same for everybody. */
export function signInOptions(party: RelyingParty) {
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: newChallenge(),
    timeout,
    userVerification: 'required',
  });
}

/** Throws AppError `passkey_invalid`. */
export async function readRegistration(
  party: RelyingParty,
  challenge: string,
  response: z.infer<typeof registration>,
): Promise<Omit<NewPasskey, 'name'>> {
  try {
    refuseCertificates(response.response.attestationObject);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) throw new Error('The attestation is not right');
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey, counter, transports: response.response.transports };
  } catch (error) {
    throw new AppError('passkey_invalid', {}, error);
  }
}

/** None was asked for; and to check one the library would follow the links inside it. */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  const isBare = format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'));
  if (!isBare) throw new Error(`An attestation by certificate (${format})`);
}

export interface ExpectedAssertion {
  readonly party: RelyingParty;
  readonly challenge: string;
  readonly passkey: Passkey;
  readonly userId: string;
}

/** The passkey's counter after this; undefined: the answer is not that of this passkey, to this question, at this address. */
export async function checkAssertion(
  { party, challenge, passkey, userId }: ExpectedAssertion,
  { response, ...rest }: z.infer<typeof assertion>,
): Promise<number | undefined> {
  const { userHandle, ...signed } = response;
  if (userHandle !== isoBase64URL.fromUTF8String(userId)) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...rest, response: { ...signed, userHandle }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: passkey.id, publicKey: passkey.publicKey, counter: passkey.counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws for whatever is not right, a forged answer as well as an unreadable one.
    return undefined;
  }
}

function newChallenge(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(randomSecretBytes(32));
}
