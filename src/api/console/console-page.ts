/**
 * Serves the Console from memory. Every address under /console is the same page, except assets; the address in the browser
 * decides what it shows. Its content security policy allows it to load nothing from other hosts.
 */
import { readFileSync, globSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { AppError } from '@kinora/shared/errors/errors';
import { basePath } from '../http/request/server-path.ts';
import { route, type Call, type Route } from '../http/route.ts';

export interface ConsolePageParts {
  /** The folder of the built Console. Undefined if it could not be built. */
  readonly consoleFolder: string | undefined;
  readonly baseUrl: string | undefined;
  /** Where addresses of files redirect to. Undefined if it is nowhere. */
  readonly fileOrigin: string | undefined;
}

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly brotli: Buffer | undefined;
}

const pageName = 'index.html';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

export function consolePageRoutes({ consoleFolder, baseUrl, fileOrigin }: ConsolePageParts): Route[] {
  const files =
    consoleFolder === undefined ? new Map<string, Asset>() : filesBelow(basePath(baseUrl), consoleFolder);
  const policy = policyWith(fileOrigin);
  return ['/console', '/console/*'].map(path =>
    route({
      family: 'site',
      auth: 'none',
      method: 'GET',
      path,
      summary: 'Open the Console',
      hidden: true,
      handle: async call => answer({ files, policy }, call),
    }),
  );
}

interface Page {
  readonly files: ReadonlyMap<string, Asset>;
  /** The content security policy. */
  readonly policy: string;
}

function answer({ files, policy }: Page, { request, reply, params }: Call): unknown {
  const name = params['*'] ?? '';
  // An address can look like a file name, because ids of models contain dots.
  const asset = files.get(name) ?? (name.startsWith('assets/') ? undefined : files.get(pageName));
  if (!asset) throw new AppError('route_unknown', { method: 'GET', path: `/console/${name}` });
  secure(reply, policy).header(
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

/** The page names its assets from the root of the host. All else that it loads is found from there. */
function filesBelow(path: string, folder: string): Map<string, Asset> {
  const files = new Map(readFiles(folder));
  const page = files.get(pageName);
  if (!page) return files;
  const text = page.bytes.toString('utf8').replaceAll('="/console/', `="${path}/console/`);
  return files.set(pageName, { ...page, bytes: Buffer.from(text), brotli: undefined });
}

const read = new Map<string, ReadonlyMap<string, Asset>>();

/** Read once: a folder of a built Console never changes, and in tests many servers run in one process. */
function readFiles(folder: string): ReadonlyMap<string, Asset> {
  const known = read.get(folder);
  if (known) return known;
  const names = globSync('**/*', { cwd: folder }).filter(name => types[extname(name)] !== undefined);
  const brotli = new Set(globSync('**/*.br', { cwd: folder }));
  const files = new Map(
    names.map(name => [
      name.replaceAll('\\', '/'),
      {
        type: types[extname(name)] ?? '',
        bytes: readFileSync(join(folder, name)),
        brotli: brotli.has(`${name}.br`) ? readFileSync(join(folder, `${name}.br`)) : undefined,
      },
    ]),
  );
  read.set(folder, files);
  return files;
}

/**
 * Pictures that the user has just chosen or painted are blob and data URLs, and those that were generated may come from a bucket. Everything
 * else comes from this server.
 */
function policyWith(fileOrigin: string | undefined): string {
  const files = fileOrigin === undefined ? '' : ` ${fileOrigin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: data:${files}`,
    `media-src 'self' blob:${files}`,
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function secure(reply: FastifyReply, policy: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=()');
}
