/**
 * Serves the Console from memory. Every address under /console is the same page, except
 * assets; the address in the browser decides what it shows. Its content security policy
 * allows it to load nothing from other hosts.
 */
import { readFileSync, globSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { readSite, siteName, type Site } from '../../core/operate/site.ts';
import type { Database } from '../../platform/db/open.ts';
import { escapeHtml } from '../../platform/lib/text/escape-html.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { basePath } from '../http/request/server-path.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { accentStyle, logoAddress, styleSource } from '../http/reply/site-look.ts';

export interface ConsolePageDependencies {
  readonly db: Database;
  /** The folder of the built Console. Undefined if it could not be built. */
  readonly consoleFolder: string | undefined;
  readonly baseUrl: string | undefined;
  /** The origin to which addresses of files redirect. Undefined if they do not redirect. */
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

export function consolePageRoutes({
  db,
  consoleFolder,
  baseUrl,
  fileOrigin,
}: ConsolePageDependencies): Route[] {
  const path = basePath(baseUrl);
  const files = consoleFolder === undefined ? new Map<string, Asset>() : filesBelow(path, consoleFolder);
  const look = openLook(db, path);
  return ['/console', '/console/*'].map(address =>
    route({
      interfaceName: 'site',
      auth: 'none',
      method: 'GET',
      path: address,
      summary: 'Open the Console',
      hidden: true,
      handle: async call => answer({ files, fileOrigin, look }, call),
    }),
  );
}

interface Page {
  readonly files: ReadonlyMap<string, Asset>;
  readonly fileOrigin: string | undefined;
  readonly look: () => Promise<Look>;
}

interface Look {
  readonly site: Site;
  /** The path of the configured address. */
  readonly path: string;
}

async function answer({ files, fileOrigin, look }: Page, { request, reply, params }: Call): Promise<unknown> {
  const name = params['*'] ?? '';
  // An address can look like a file name, because ids of models contain dots.
  const asset = files.get(name) ?? (name.startsWith('assets/') ? undefined : files.get(pageName));
  if (!asset) throw new AppError('route_unknown', { method: 'GET', path: `/console/${name}` });
  if (asset === files.get(pageName)) return sendPage(reply, { asset, fileOrigin, look: await look() });
  secure(reply, policyWith(fileOrigin)).header(
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

/**
 * While the database is unavailable, the page keeps the look that it had. The page itself shows that the
 * server is unavailable.
 */
function openLook(db: Database, path: string): () => Promise<Look> {
  let lastSite: Site | undefined;
  return async () => {
    try {
      lastSite = await readSite(db);
    } catch (error) {
      if (!lastSite) throw error;
    }
    return { site: lastSite, path };
  };
}

interface SentPage {
  readonly asset: Asset;
  readonly fileOrigin: string | undefined;
  readonly look: Look;
}

/**
 * The page itself has the name, the logo and the colors of the site, so that no other ones are
 * seen before they are loaded.
 */
function sendPage(reply: FastifyReply, { asset, fileOrigin, look: { site, path } }: SentPage): unknown {
  const style = accentStyle(site, { dark: ':root{}', light: ':root[data-theme="light"]{}' });
  const logo = logoAddress(site, path);
  const namedPage = asset.bytes
    .toString('utf8')
    .replace('<title>Kinora</title>', () => `<title>${escapeHtml(siteName(site))}</title>`)
    .replace('</head>', () => (style === '' ? '</head>' : `<style>${style}</style></head>`));
  const page =
    logo === undefined
      ? namedPage
      : namedPage.replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${escapeHtml(logo)}" />`);
  return secure(reply, policyWith(fileOrigin, styleSource(style)))
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .type(asset.type)
    .send(page);
}

/** The page names its assets from the root of the host. All else that it loads is found from there. */
function filesBelow(path: string, folder: string): Map<string, Asset> {
  const files = new Map(readFiles(folder));
  const page = files.get(pageName);
  if (!page) return files;
  const text = page.bytes.toString('utf8').replaceAll('="/console/', `="${path}/console/`);
  return files.set(pageName, { ...page, bytes: Buffer.from(text), brotli: undefined });
}

const filesByFolder = new Map<string, ReadonlyMap<string, Asset>>();

/** Read once: a folder of a built Console never changes, and in tests many servers run in one process. */
function readFiles(folder: string): ReadonlyMap<string, Asset> {
  const cachedFiles = filesByFolder.get(folder);
  if (cachedFiles) return cachedFiles;
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
  filesByFolder.set(folder, files);
  return files;
}

/**
 * Pictures that the user has just chosen or painted are blob and data URLs, and those that were generated may
 * come from a bucket. Everything else comes from this server.
 */
function policyWith(fileOrigin: string | undefined, styles = ''): string {
  const files = fileOrigin === undefined ? '' : ` ${fileOrigin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self'${styles}`,
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
