/**
 * The signature of a C2PA claim: a COSE_Sign1 structure (RFC 9052) as the C2PA specification requires
 * (section 13.2).
 */
import { constants, sign } from 'node:crypto';
import { CBORTag, encodeCBOR, type CBORType } from '@levischuck/tiny-cbor';
import type { SigningAlgorithm, SigningCredential } from './signing-credential.ts';

/** Labels and values of the COSE registry of IANA. */
const algorithmLabel = 1;
const chainLabel = 33;
const sign1Tag = 18;

const algorithms: Readonly<
  Record<SigningAlgorithm, { readonly cose: number; readonly hash: string | undefined }>
> = {
  es256: { cose: -7, hash: 'sha256' },
  es384: { cose: -35, hash: 'sha384' },
  es512: { cose: -36, hash: 'sha512' },
  ps256: { cose: -37, hash: 'sha256' },
  ed25519: { cose: -8, hash: undefined },
};

/** The size depends on the credential only. */
export function signClaim(claim: Uint8Array, credential: SigningCredential): Uint8Array {
  const header = protectedHeader(credential);
  const signed = encodeCBOR(['Signature1', header, new Uint8Array(), claim]);
  const signature = signBytes(signed, credential);
  // The claim is not repeated: it is elsewhere in the manifest.
  return encodeCBOR(new CBORTag(sign1Tag, [header, new Map(), null, signature]));
}

function protectedHeader({ algorithm, chain }: SigningCredential): Uint8Array {
  // RFC 9360: one certificate is a byte string, several are a list.
  const [onlyCertificate] = chain.length === 1 ? chain : [];
  return encodeCBOR(
    new Map<number, CBORType>([
      [algorithmLabel, algorithms[algorithm].cose],
      [chainLabel, onlyCertificate ?? [...chain]],
    ]),
  );
}

function signBytes(bytes: Uint8Array, { algorithm, key }: SigningCredential): Uint8Array {
  const { hash } = algorithms[algorithm];
  if (algorithm !== 'ps256') return sign(hash, bytes, { key, dsaEncoding: 'ieee-p1363' });
  return sign(hash, bytes, {
    key,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  });
}
