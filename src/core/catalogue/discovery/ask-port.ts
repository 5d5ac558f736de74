/** Asks one port of a host one question, within limits of time and size. What answers can be anything. */
import type { IncomingMessage } from 'node:http';
import { boundedJson } from '../../../engines/adapter-kit/http/bounded-json.ts';
import type { ProgramSign } from '../../../engines/contract/kind/program-sign.ts';
import { sendChecked } from '../../../platform/lib/network/checked-request.ts';
import { readAtMost } from '../../../platform/lib/network/read-at-most.ts';
import type { DiscoveryHost } from './discovery-host.ts';

export interface PortAnswer {
  readonly status: number;
  /** JSON, or text if it is not JSON. */
  readonly value: unknown;
}

/** The settings of a web UI with many extensions have some hundred kilobytes. */
const maxBytes = 512 * 1024;

/**
 * Returns undefined if nothing has answered in time, or not in HTTP. Redirects are not followed, nothing is
 * sent through a proxy, and no secret is sent, because it is unknown what listens there.
 */
export async function askPort(
  host: DiscoveryHost,
  { url, sign }: { readonly url: string; readonly sign: Pick<ProgramSign, 'path' | 'body'> },
  timeoutMs: number,
): Promise<PortAnswer | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { path, body } = sign;
  const request = {
    url: new URL(path, url),
    method: body ? 'POST' : 'GET',
    headers: {
      accept: 'application/json, */*',
      'accept-encoding': 'identity',
      ...(body && { 'content-type': 'application/json' }),
    },
    signal,
    ...(body && { body: JSON.stringify(body) }),
  } as const;
  const { isAllowed, addresses } = host;
  let response: IncomingMessage | undefined;
  try {
    response = await sendChecked(request, { isAllowed, resolve: async () => addresses, proxyEnv: {} });
    return { status: response.statusCode ?? 0, value: await readValue(response) };
  } catch {
    return response && { status: response.statusCode ?? 0, value: undefined };
  } finally {
    response?.destroy();
  }
}

async function readValue(response: IncomingMessage): Promise<unknown> {
  const bytes = await readAtMost(response, maxBytes);
  return bytes && (boundedJson(bytes) ?? bytes.toString('utf8'));
}
