/** Encrypts and decrypts a text with AES-256-GCM. */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { randomSecretBytes } from '../../../platform/lib/id.ts';
import type { SecretKey } from '../../../platform/lib/secret-key.ts';

/**
 * What a ciphertext belongs to. It is authenticated with the text, so that a ciphertext that was copied to
 * another engine, or kept after the engine's URL changed, cannot be decrypted.
 */
export interface SecretOwner {
  /** Name of the engine. */
  readonly engine: string;
  /** Origin of the engine's URL; empty if it has none. See `readOrigin`. */
  readonly origin: string;
}

export interface SealedText {
  /** Ends with the authentication tag. */
  readonly ciphertext: Uint8Array;
  readonly nonce: Uint8Array;
}

const algorithm = 'aes-256-gcm';
/** A random nonce of 96 bits is safe for 2^32 texts per key. */
const nonceBytes = 12;
const tagBytes = 16;

export function seal(key: SecretKey, text: string, owner: SecretOwner): SealedText {
  const nonce = randomSecretBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(additionalData(owner));
  const parts = [cipher.update(text, 'utf8'), cipher.final()];
  return { ciphertext: Buffer.concat([...parts, cipher.getAuthTag()]), nonce };
}

/**
 * Returns undefined for another key, another owner or a changed ciphertext, which cannot be distinguished.
 */
export function unseal(
  key: SecretKey,
  { ciphertext, nonce }: SealedText,
  owner: SecretOwner,
): string | undefined {
  if (ciphertext.length < tagBytes || nonce.length !== nonceBytes) return undefined;
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(additionalData(owner));
  decipher.setAuthTag(ciphertext.subarray(-tagBytes));
  const text = decipher.update(ciphertext.subarray(0, -tagBytes));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Names a key without revealing it: 16 hexadecimal digits. */
export function toFingerprint(key: SecretKey): string {
  return createHash('sha256').update(fingerprintLabel).update(key.export()).digest('hex').slice(0, 16);
}

/** Different from every other use of the key, so that the fingerprint is of no use elsewhere. */
const fingerprintLabel = 'kinora secret key fingerprint\n';

/** The origin of an engine's URL, to which its secret is bound; empty without a URL. */
export function readOrigin(url: string | null | undefined): string {
  return URL.parse(url ?? '')?.origin ?? '';
}

/** Neither a name nor an origin contains a line break, so different owners give different bytes. */
function additionalData({ engine, origin }: SecretOwner): Buffer {
  return Buffer.from(`${engine}\n${origin}`, 'utf8');
}
