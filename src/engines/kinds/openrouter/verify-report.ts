/**
 * The signature of reports: `X-OpenRouter-Signature: t=<seconds>,v1=<hex>`, the HMAC-SHA256 of
 * `<seconds>,<body>`. The workspace signs them if it has a secret for that. Facts from the skill
 * `openrouter-video` of OpenRouter, 2026-07.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ProviderReport } from '../../contract/kind/provider-report.ts';
import { splitSecret } from './openrouter-client.ts';

/** Older reports may be repeated by somebody else. */
const maxAgeMs = 5 * 60_000;

/**
 * Without a secret of the workspace, nothing is signed: then the address of the report, a
 * secret itself, has to be enough.
 */
export async function verifyOpenRouterReport({
  headers,
  body,
  now,
  access,
}: ProviderReport): Promise<boolean> {
  const { signing } = splitSecret(access.secret);
  if (!signing) return true;
  return isSigned({ signature: headers['x-openrouter-signature'], body, secret: signing, now });
}

export interface SignedReport {
  readonly signature: string | undefined;
  /** As it was received. */
  readonly body: Uint8Array;
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function isSigned({ signature = '', body, secret, now }: SignedReport): boolean {
  const [, seconds = '', hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (seconds === '' || Math.abs(Number(seconds) * 1000 - now) > maxAgeMs) return false;
  const expected = createHmac('sha256', secret).update(`${seconds},`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(hex, 'hex'));
}
