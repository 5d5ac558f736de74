/**
 * The addresses at which providers report that work has changed. Each belongs to one engine and one start: it
 * ends with a token that only processes with the secret key can make. All processes of an installation have
 * the same keys, so each can verify the addresses that another one made.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SecretKey } from '../../../platform/lib/secret-key.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

export interface ReportedStart {
  /** Name of the engine. */
  readonly engine: string;
  /** The start key, as the engine was given it. */
  readonly key: string;
}

export interface ReportAddresses {
  /** Returns undefined if there is no secret key, or providers cannot reach this server. */
  reportAddress(start: ReportedStart): Promise<string | undefined>;
  /** Whether the token was made for this start, with any of the secret keys. */
  isGenuine(start: ReportedStart, token: string): Promise<boolean>;
}

export interface AddressDependencies {
  /** Where providers reach this server. Undefined if it is nowhere. */
  readonly publicUrl: string | undefined;
  readonly secretKeys: Pick<SecretKeys, 'list'>;
}

export function openReportAddresses({ publicUrl, secretKeys }: AddressDependencies): ReportAddresses {
  return {
    reportAddress: async start => {
      if (publicUrl === undefined) return undefined;
      const [current] = await secretKeys.list().catch(() => []);
      if (!current) return undefined;
      const parts = [start.engine, start.key, createToken(current, start)];
      return `${publicUrl}/engine-webhooks/${parts.map(encodedPart).join('/')}`;
    },
    isGenuine: async (start, token) => {
      if (publicUrl === undefined) return false;
      const keys = await secretKeys.list().catch(() => []);
      return keys.some(key => isSame(createToken(key, start), token));
    },
  };
}

/**
 * Without `%` for start keys: clients that take addresses as templates (Spring's RestTemplate, in
 * midjourney-proxy) encode it once more, and then report to an unknown address.
 */
function encodedPart(part: string): string {
  return encodeURIComponent(part).replaceAll('%3A', ':');
}

/**
 * Different from every other use of the secret key, so that a token reveals nothing
 * about what is encrypted with it.
 */
const purpose = 'kinora engine webhook';
const keyBytes = 32;
const tokenBytes = 18;

/**
 * 24 characters. Neither a name nor a start key contains a line break, so different
 * starts give different bytes.
 */
function createToken(key: SecretKey, { engine, key: startKey }: ReportedStart): string {
  const mac = createHmac('sha256', deriveKey(key)).update(`${engine}\n${startKey}`, 'utf8').digest();
  return mac.subarray(0, tokenBytes).toString('base64url');
}

/**
 * Derived keys by secret key. The keys of the setting are the same objects as long as the process lives. To
 * derive one takes longer than the rest of a token.
 */
const derivedKeys = new WeakMap<SecretKey, Buffer>();

function deriveKey(key: SecretKey): Buffer {
  const cachedKey = derivedKeys.get(key);
  if (cachedKey) return cachedKey;
  const derivedKey = Buffer.from(hkdfSync('sha256', key, '', purpose, keyBytes));
  derivedKeys.set(key, derivedKey);
  return derivedKey;
}

function isSame(expected: string, actual: string): boolean {
  const [expectedBytes, actualBytes] = [Buffer.from(expected), Buffer.from(actual)];
  return expectedBytes.length === actualBytes.length && timingSafeEqual(expectedBytes, actualBytes);
}
