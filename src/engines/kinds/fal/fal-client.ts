/** The HTTP client of an instance. fal expects `Key` instead of `Bearer` before the secret. */
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import { type HttpClient, openHttpClient } from '../../adapter-kit/http/http-client.ts';

export const falUrl = 'https://queue.fal.run';

export function openFalClient({ url = falUrl, secret }: Pick<InstanceAccess, 'url' | 'secret'>): HttpClient {
  return openHttpClient({ url, secret, credentials: key => ({ authorization: `Key ${key}` }) });
}
