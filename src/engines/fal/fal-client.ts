/** The client of an instance. fal has a word of its own in front of the key. */
import type { InstanceAccess } from '../engine-kind.ts';
import { type HttpClient, openHttpClient } from '../http/http-client.ts';

export const falUrl = 'https://queue.fal.run';

export function openFalClient({ url = falUrl, secret }: Pick<InstanceAccess, 'url' | 'secret'>): HttpClient {
  return openHttpClient({ url, secret, credentials: key => ({ authorization: `Key ${key}` }) });
}
