/**
 * Signatures of Replicate, as of Standard Webhooks: HMAC-SHA256 over id, time and body. Facts:
 * replicate.com/docs, verify webhooks, November 2026.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ProviderReport } from '../../contract/kind/provider-report.ts';
import { readJson } from '../../adapter-kit/http/http-client.ts';
import { stepFailure } from '../../adapter-kit/http/http-failures.ts';
import { openReplicateClient } from './replicate-client.ts';

const maxAgeMs = 300_000;
const secretPath = '/v1/webhooks/default/secret';
const secretShape = z.object({ key: z.string() });

export interface SignedReport extends Pick<ProviderReport, 'headers' | 'body' | 'now'> {
  /** The secret of the account: `whsec_` and Base64. */
  readonly secret: string;
}

export async function verifyReplicateReport(report: ProviderReport): Promise<boolean> {
  const secret = await report.keys(signal => readSecret(report, signal));
  return isSignedByReplicate({ ...report, secret });
}

export function isSignedByReplicate({ headers, body, now, secret }: SignedReport): boolean {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    name => headers[name],
  );
  if (!id || !time || !signatures) return false;
  if (!(Math.abs(now - Number(time) * 1000) <= maxAgeMs)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) return false;
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
  return signatures.split(' ').some(signature => {
    const [version, value = ''] = signature.split(',');
    const signatureBytes = Buffer.from(value, 'base64');
    return (
      version === 'v1' &&
      signatureBytes.length === expected.length &&
      timingSafeEqual(signatureBytes, expected)
    );
  });
}

async function readSecret({ access }: ProviderReport, signal: AbortSignal): Promise<string> {
  const client = openReplicateClient(access);
  try {
    const answer = await client.send({ path: secretPath, signal });
    if (!answer.isOk) throw stepFailure(answer, client);
    return readJson(answer, secretShape).key;
  } finally {
    client.close();
  }
}
