/**
 * Signatures of fal: Ed25519 over request, user, time and the digest of the body, with keys that fal
 * publishes. Facts: fal.ai/docs, webhooks, November 2026.
 */
import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { z } from 'zod';
import type { ProviderReport } from '../../contract/kind/provider-report.ts';
import { openHttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import { stepFailure } from '../../adapter-kit/http/http-failures.ts';

const keysUrl = 'https://rest.fal.ai';
const keysPath = '/.well-known/jwks.json';
const maxAgeMs = 300_000;

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), x: z.string() })) });

export interface SignedReport extends Pick<ProviderReport, 'headers' | 'body' | 'now'> {
  /** Public keys. One of them has signed. */
  readonly keys: readonly JsonWebKey[];
}

export async function verifyFalReport(report: ProviderReport): Promise<boolean> {
  return isSignedByFal({ ...report, keys: await report.keys(readKeys) });
}

export function isSignedByFal({ headers, body, now, keys }: SignedReport): boolean {
  const [request, user, time, signature] = ['request-id', 'user-id', 'timestamp', 'signature'].map(
    name => headers[`x-fal-webhook-${name}`],
  );
  if (!request || !user || !time || !signature) return false;
  if (!(Math.abs(now - Number(time) * 1000) <= maxAgeMs)) return false;
  const digest = createHash('sha256').update(body).digest('hex');
  const message = Buffer.from([request, user, time, digest].join('\n'));
  return keys.some(key => isSignature(message, Buffer.from(signature, 'hex'), key));
}

/** A key of another kind than expected has not signed. */
function isSignature(message: Buffer, signature: Buffer, key: JsonWebKey): boolean {
  try {
    return verify(null, message, createPublicKey({ key, format: 'jwk' }), signature);
  } catch {
    return false;
  }
}

async function readKeys(signal: AbortSignal): Promise<readonly JsonWebKey[]> {
  const client = openHttpClient({ url: keysUrl, secret: undefined });
  try {
    const answer = await client.send({ path: keysPath, signal });
    if (!answer.isOk) throw stepFailure(answer, client);
    return readJson(answer, keySet).keys;
  } finally {
    client.close();
  }
}
