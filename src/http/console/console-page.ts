/**
 * The Console's page and its parts, from memory. Every address under /console is the one page, save its assets; what it shows
 * is decided by the address in the browser. Its policy lets it load nothing from anywhere else.
 */
import { readFileSync, globSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../errors.ts';
import { route, type Call, type Route } from '../route.ts';

export interface ConsolePageParts {
  /** The folder of the built Console; undefined: it could not be built. */
  readonly consoleFolder: string | undefined;
}

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly brotli: Buffer | undefined;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

export function consolePageRoutes({ consoleFolder }: ConsolePageParts): Route[] {
  const files = consoleFolder === undefined ? new Map<string, Asset>() : readFiles(consoleFolder);
  return ['/console', '/console/*'].map(path =>
    route({
      family: 'site',
      auth: 'none',
      method: 'GET',
      path,
      summary: 'The Console',
      hidden: true,
      handle: async call => answer(files, call),
    }),
  );
}

function answer(files: ReadonlyMap<string, Asset>, { request, reply, params }: Call): unknown {
  const name = params['*'] ?? '';
  // A part of an address can look like a file's name: models have dots in theirs.
  const asset = files.get(name) ?? (name.startsWith('assets/') ? undefined : files.get('index.html'));
  if (!asset) throw new AppError('route_unknown', { method: 'GET', path: `/console/${name}` });
  secure(reply).header(
    'cache-control',
    name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  const { type, bytes, brotli } = asset;
  const isSmall = brotli !== undefined && /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (isSmall) reply.header('content-encoding', 'br');
  return reply
    .header('vary', 'accept-encoding')
    .type(type)
    .send(isSmall ? brotli : bytes);
}

function readFiles(folder: string): Map<string, Asset> {
  const names = globSync('**/*', { cwd: folder }).filter(name => types[extname(name)] !== undefined);
  const brotli = new Set(globSync('**/*.br', { cwd: folder }));
  return new Map(
    names.map(name => [
      name.replaceAll('\\', '/'),
      {
        type: types[extname(name)] ?? '',
        bytes: readFileSync(join(folder, name)),
        brotli: brotli.has(`${name}.br`) ? readFileSync(join(folder, `${name}.br`)) : undefined,
      },
    ]),
  );
}

/** Pictures that were just chosen or painted are blobs and data addresses; everything else comes from here. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function secure(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=()');
}
