/** The operator's certificate chain and private key, with which files are signed. */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';

/**
 * Thrown if files cannot be signed with a certificate and a key. The message is a sentence for the operator.
 */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
}

/**
 * The algorithms of the C2PA specification (section 13.2) for which a key is enough: others need parameters.
 */
export type SigningAlgorithm = 'es256' | 'es384' | 'es512' | 'ps256' | 'ed25519';

export interface SigningCredential {
  readonly algorithm: SigningAlgorithm;
  /** DER. The certificate of the key is first, and each is issued by the next. */
  readonly chain: readonly Uint8Array[];
  readonly key: KeyObject;
  /** When the first certificate is valid, in milliseconds since 1970. */
  readonly validFrom: number;
  readonly validTo: number;
}

/**
 * Throws CredentialError if the certificates form no chain, if the key is not that of the
 * first one, or if it cannot sign.
 */
export function readCredential(certificates: string, privateKey: string): SigningCredential {
  const chain = readChain(certificates);
  const [firstCertificate] = chain;
  if (!firstCertificate)
    throw new CredentialError('The certificate file contains no certificate in PEM format.');
  const key = readKey(privateKey);
  if (!firstCertificate.checkPrivateKey(key)) {
    throw new CredentialError(
      'The private key does not belong to the first certificate. The certificate of the key must come first, its issuer next.',
    );
  }
  return {
    algorithm: signingAlgorithm(key),
    chain: chain.map(({ raw }) => raw),
    key,
    validFrom: firstCertificate.validFromDate.getTime(),
    validTo: firstCertificate.validToDate.getTime(),
  };
}

function readChain(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  const chain = blocks.map(parseCertificate);
  const strangerIndex = chain.findIndex(
    (issuer, index) => index > 0 && !chain[index - 1]!.checkIssued(issuer),
  );
  if (strangerIndex > 0) {
    throw new CredentialError(
      `Certificate ${strangerIndex + 1} is not the issuer of certificate ${strangerIndex}. List each certificate before its issuer.`,
    );
  }
  return chain;
}

function parseCertificate(block: string, index: number): X509Certificate {
  try {
    return new X509Certificate(block);
  } catch (error) {
    throw new CredentialError(`Certificate ${index + 1} of the certificate file cannot be read.`, {
      cause: error,
    });
  }
}

function readKey(pem: string): KeyObject {
  if (/ENCRYPTED/.test(pem)) {
    throw new CredentialError(
      'The private key is encrypted with a passphrase. Remove it, for example with "openssl pkey -in old.pem -out new.pem".',
    );
  }
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new CredentialError('The key file contains no private key in PEM format.', { cause: error });
  }
}

const algorithmOfCurve: Readonly<Record<string, SigningAlgorithm>> = {
  prime256v1: 'es256',
  secp384r1: 'es384',
  secp521r1: 'es512',
};

function signingAlgorithm({
  asymmetricKeyType: type,
  asymmetricKeyDetails: details = {},
}: KeyObject): SigningAlgorithm {
  const algorithm = algorithmOfCurve[details.namedCurve ?? ''];
  if (algorithm) return algorithm;
  if (type === 'ed25519') return 'ed25519';
  if (type === 'rsa' && (details.modulusLength ?? 0) >= 2048) return 'ps256';
  throw new CredentialError(
    'C2PA does not allow this kind of key. Use an elliptic curve key (P-256, P-384 or P-521), Ed25519, or RSA with 2048 bits or more.',
  );
}
