/** The HTTP client of an engine that uses Replicate. */
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import { type HttpClient, openHttpClient } from '../../adapter-kit/http/http-client.ts';

export const replicateUrl = 'https://api.replicate.com';

type Access = Pick<InstanceAccess, 'url' | 'secret'>;

export function openReplicateClient({ url = replicateUrl, secret }: Access): HttpClient {
  return openHttpClient({ url, secret });
}
