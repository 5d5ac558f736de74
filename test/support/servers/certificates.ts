/**
 * Certificates for signing files, created for one test: a root, an intermediate issuer, and
 * the certificate of a signer.
 */
import 'reflect-metadata';
import { KeyObject } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { calendarNow } from '@kinora/shared/clock';

export interface TestCertificates {
  /** PEM: the certificate of the signer, then its issuer. */
  readonly chain: string;
  readonly root: string;
  readonly key: string;
}

export interface CertificateOptions {
  readonly keys?: keyof typeof algorithms;
  /** The first and the last day of validity of the signer's certificate, relative to today. */
  readonly days?: readonly [number, number];
  /**
   * The extended key usage of the signer's certificate. Default: e-mail, the only usage
   * that every verifier accepts.
   */
  readonly usage?: string;
}

const emailProtection = '1.3.6.1.5.5.7.3.4';
export const claimSigning = '1.3.6.1.4.1.62558.2.1';
export const documentSigning = '1.3.6.1.5.5.7.3.36';
export const serverAuthentication = '1.3.6.1.5.5.7.3.1';

const rsa = { name: 'RSASSA-PKCS1-v1_5', publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' };
const algorithms = {
  'P-256': { name: 'ECDSA', namedCurve: 'P-256' },
  'P-384': { name: 'ECDSA', namedCurve: 'P-384' },
  'P-521': { name: 'ECDSA', namedCurve: 'P-521' },
  Ed25519: { name: 'Ed25519' },
  'RSA-2048': { ...rsa, modulusLength: 2048 },
  'RSA-1024': { ...rsa, modulusLength: 1024 },
};
const issuing = { name: 'ECDSA', hash: 'SHA-256' };
const longTime: readonly [number, number] = [-1000, 1000];

interface Party {
  readonly certificate: X509Certificate;
  readonly keys: CryptoKeyPair;
}

export async function makeCertificates(options: CertificateOptions = {}): Promise<TestCertificates> {
  const { keys = 'P-256', days = [-1, 30], usage = emailProtection } = options;
  const authority = [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
  ];
  const root = await makeParty({
    name: 'CN=Test Root',
    days: longTime,
    keys: 'P-256',
    extensions: authority,
  });
  const issuer = await makeParty(
    { name: 'CN=Test Issuer', days: longTime, keys: 'P-256', extensions: authority },
    root,
  );
  const extensions = [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([usage], true),
  ];
  const signer = await makeParty({ name: 'CN=Test Signer, O=Test', days, keys, extensions }, issuer);
  return {
    chain: [signer, issuer].map(({ certificate }) => `${certificate.toString('pem')}\n`).join(''),
    root: root.certificate.toString('pem'),
    key: KeyObject.from(signer.keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

interface PartyOptions {
  readonly name: string;
  readonly days: readonly [number, number];
  readonly keys: keyof typeof algorithms;
  readonly extensions: readonly Extension[];
}

/** Without an issuer, the certificate is self-signed. */
async function makeParty(
  { name, days, extensions, ...options }: PartyOptions,
  issuer?: Party,
): Promise<Party> {
  const keys = (await crypto.subtle.generateKey(algorithms[options.keys], true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const signer = issuer?.keys ?? keys;
  const certificate = await X509CertificateGenerator.create({
    subject: name,
    issuer: issuer?.certificate.subject ?? name,
    publicKey: keys.publicKey,
    signingKey: signer.privateKey,
    signingAlgorithm: issuing,
    notBefore: dayFromNow(days[0]),
    notAfter: dayFromNow(days[1]),
    extensions: [
      ...extensions,
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(signer.publicKey),
    ],
  });
  return { certificate, keys };
}

function dayFromNow(days: number): Date {
  return new Date(calendarNow() + days * 86_400_000);
}
