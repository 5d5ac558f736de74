/** Redirects a download to the bucket that has the file, if the client can follow it there. */
import type { FastifyReply } from 'fastify';
import type { DirectAddresses } from '../../../media/storage/storage.ts';
import { etagOf, fileNameField, hasTag, type FileToSend } from './send-file.ts';

/** What a browser loads in place. Scripts, downloads and pages get the file from this server, because the bucket is another origin for them. */
const shownInPlace = ['image', 'video', 'audio'];

/** Undefined: the file is to be sent by this server. Only for addresses that need no key. */
export async function redirectToBucket(
  { request, reply, output, name, cacheControl }: FileToSend,
  direct: DirectAddresses,
): Promise<FastifyReply | undefined> {
  // Of one address, a browser caches the redirect for images and not for scripts.
  reply.header('vary', 'sec-fetch-dest, sec-fetch-mode');
  const { headers, method } = request;
  const dest = headers['sec-fetch-dest'];
  const isShown = dest === undefined || shownInPlace.includes(String(dest));
  // A signature is valid for one method, a second credential is an error, and the tags of the bucket are others.
  const isPlain =
    method === 'GET' && headers.authorization === undefined && headers['if-range'] === undefined;
  if (!isPlain || !isShown || headers['sec-fetch-mode'] === 'cors') return undefined;
  if (hasTag(headers['if-none-match'], etagOf(output))) return undefined;
  const { url, validSeconds } = await direct.addressOf(output.storageKey, {
    contentType: output.contentType,
    contentDisposition: name === undefined ? 'inline' : `inline; ${fileNameField(name)}`,
    cacheControl,
  });
  return reply.header('cache-control', shortened(cacheControl, validSeconds)).redirect(url, 302);
}

/** A redirect must not be cached for longer than its signature is valid. Half of it leaves a player the other half. */
function shortened(cacheControl: string, validSeconds: number): string {
  const [scope = 'private'] = cacheControl.split(',');
  const maxAge = Number(/max-age=(\d+)/.exec(cacheControl)?.[1] ?? 0);
  return `${scope}, max-age=${Math.min(maxAge, Math.floor(validSeconds / 2))}`;
}
