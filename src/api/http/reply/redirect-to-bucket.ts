/** Redirects a download to the bucket that has the file, if the client can follow it there. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DirectAddresses, ServedFile } from '../../../media/storage/direct-addresses.ts';
import { toEtag, fileNameField, hasTag, type FileToSend } from './send-file.ts';

/**
 * The kinds of files that a browser loads in place. Scripts, downloads and pages get the file from this
 * server, because the bucket is another origin for them.
 */
const shownInPlace = ['image', 'video', 'audio'];

/** Returns undefined if the file is to be sent by this server. Only for addresses that need no key. */
export async function redirectToBucket(
  { request, reply, output, name, cacheControl, expiresAt }: FileToSend & Pick<ServedFile, 'expiresAt'>,
  direct: DirectAddresses,
): Promise<FastifyReply | undefined> {
  // A browser caches the redirect of one address for images and not for scripts.
  reply.header('vary', 'origin, sec-fetch-dest, sec-fetch-mode');
  if (!canFollow(request) || hasTag(request.headers['if-none-match'], toEtag(output))) return undefined;
  const { url, validSeconds } = await direct.signAddress(output.storageKey, {
    contentType: output.contentType,
    contentDisposition: name === undefined ? 'inline' : `inline; ${fileNameField(name)}`,
    cacheControl,
    expiresAt,
  });
  return reply.header('cache-control', shortenMaxAge(cacheControl, validSeconds)).redirect(url, 302);
}

function canFollow({ method, headers }: FastifyRequest): boolean {
  // A signature is valid for one method, a second credential is an error, and the
  // tags of the bucket are others.
  if (method !== 'GET' || headers.authorization !== undefined || headers['if-range'] !== undefined)
    return false;
  const dest = headers['sec-fetch-dest'];
  // Programs name no destination. The `fetch` of Node names a mode, too, but does not care for origins.
  if (dest === undefined) return headers.origin === undefined;
  return shownInPlace.includes(String(dest)) && headers['sec-fetch-mode'] !== 'cors';
}

/**
 * A redirect must not be cached for longer than its signature is valid. Half of it
 * leaves a player the other half.
 */
function shortenMaxAge(cacheControl: string, validSeconds: number): string {
  const [scope = 'private'] = cacheControl.split(',');
  const maxAge = Number(/max-age=(\d+)/.exec(cacheControl)?.[1] ?? 0);
  return `${scope}, max-age=${Math.min(maxAge, Math.floor(validSeconds / 2))}`;
}
