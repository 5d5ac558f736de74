/**
 * The adapter to Kling. Facts of its API as its documents said in 2026-11 (text2video, image2video,
 * general information); not run against the service. A start carries our key as `external_task_id`, by
 * which its job is found again.
 */
import { createHmac } from 'node:crypto';
import { calendarNow } from '@kinora/shared/clock';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import { openJobEngine } from '../../adapter-kit/hosted/job-engine.ts';
import { type HttpClient, openHttpClient } from '../../adapter-kit/http/http-client.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { klingProtocol } from './kling-protocol.ts';
import type { KlingSettings } from './kling-settings.ts';

/** It asks for no more than a few requests a second. */
const pollMs = 5_000;
const validSeconds = 300;
/** The clock of the provider may be behind. */
const skewSeconds = 60;

export function openKlingEngine(options: InstanceOptions, results: ResultFiles): StepEngine {
  const protocol = klingProtocol(options.settings as KlingSettings);
  return openJobEngine({ protocol, client: openKlingClient(options), results, options, pollMs });
}

export function openKlingClient({ url = '', secret }: InstanceAccess): HttpClient {
  return openHttpClient({
    url,
    secret,
    credentials: text => ({ authorization: `Bearer ${signToken(text, calendarNow())}` }),
  });
}

/**
 * Makes a JWT that is valid for minutes from an access key and a secret key, `AK:SK`. A
 * single key is its own token.
 */
export function signToken(secret: string, now: number): string {
  const [accessKey, secretKey] = secret.split(':');
  if (!secretKey) return secret;
  const seconds = Math.floor(now / 1000);
  const claims = { iss: accessKey, exp: seconds + validSeconds, nbf: seconds - skewSeconds };
  const signed = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`;
  return `${signed}.${createHmac('sha256', secretKey).update(signed).digest('base64url')}`;
}

function encodePart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
