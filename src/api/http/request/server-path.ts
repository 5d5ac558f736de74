/** A path in KINORA_BASE_URL, such as `/kinora`: for a host that serves something else at its root. */
import { withoutSlashes } from '../../../platform/lib/text/without-slashes.ts';
import type { IncomingMessage } from 'node:http';
import type { Route } from '../route.ts';
import type { PublicAddresses } from './request-address.ts';

/** The path of a configured address, without a trailing slash. Empty if there is none. */
export function basePath(baseUrl: string | undefined): string {
  return baseUrl === undefined ? '' : withoutSlashes(new URL(baseUrl).pathname);
}

/**
 * Removes the path from the target of a request, so that it reaches its route whether or not the proxy
 * removed it before, and links work without a proxy too. A path that begins like a route of Kinora stays,
 * because only the proxy can tell them apart.
 */
export function openPathRemover(
  { baseUrl, directBaseUrl }: Pick<PublicAddresses, 'baseUrl' | 'directBaseUrl'>,
  routes: readonly Pick<Route, 'path'>[],
): (request: Pick<IncomingMessage, 'url'>) => void {
  const routeSegments = new Set(routes.map(({ path }) => firstSegment(path)));
  const paths = [...new Set([basePath(baseUrl), basePath(directBaseUrl)])].filter(
    path => path !== '' && !routeSegments.has(firstSegment(path)),
  );
  return request => {
    const { url = '' } = request;
    const path = paths.find(one => url.startsWith(one) && /^[/?]?$/.test(url.charAt(one.length)));
    if (path === undefined) return;
    const rest = url.slice(path.length);
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
  };
}

function firstSegment(path: string): string {
  return path.split('/')[1] ?? '';
}
