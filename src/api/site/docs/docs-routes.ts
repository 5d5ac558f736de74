/** GET /docs, /docs/<name>, /docs/<name>.md and /llms.txt: the documentation of this version, readable without any other host. */
import { readFileSync } from 'node:fs';
import { AppError } from '@kinora/shared/errors/errors';
import { basePath } from '../../http/request/server-path.ts';
import { hasTag } from '../../http/reply/send-file.ts';
import { route, type Call, type Route } from '../../http/route.ts';
import { sha256 } from '../../../platform/lib/id.ts';
import { consoleAssets, fontFaces, type ConsoleAssets } from '../console-assets.ts';
import { docMissing, docPage, docsIndex } from './doc-page.ts';
import { llmsText } from './llms-text.ts';
import { readDocs, type Docs } from './read-docs.ts';
import { renderDoc } from './render-doc.ts';

const readPart = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
const script = readPart('docs.js');
const style = readPart('docs.css');
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

interface File {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** Files by their path below /docs/. */
type Files = ReadonlyMap<string, File>;

interface Site {
  readonly docs: Docs;
  readonly files: Files;
  readonly missing: File;
}

export interface DocsParts {
  readonly consoleFolder: string | undefined;
  readonly baseUrl: string | undefined;
}

export function docsRoutes({ consoleFolder, baseUrl }: DocsParts): Route[] {
  const path = basePath(baseUrl);
  const assets = consoleAssets(consoleFolder, path);
  let opened: Promise<Site> | undefined;
  const open = async () => {
    try {
      return await (opened ??= openSite(assets, path));
    } catch (error) {
      opened = undefined;
      throw error;
    }
  };
  const line = { family: 'site', auth: 'none', method: 'GET', hidden: true } as const;
  const page = (path: string) =>
    route({
      ...line,
      path,
      summary: 'Read the documentation',
      handle: async call => sendPage(await open(), call),
    });
  return [
    page('/docs'),
    page('/docs/*'),
    route({
      ...line,
      path: '/llms.txt',
      summary: 'List the documentation for language models',
      handle: async call => {
        const text = llmsText((await open()).docs.pages, call.baseUrl);
        return send(call, fileOf('text/plain; charset=utf-8', text));
      },
    }),
  ];
}

function sendPage({ files, missing }: Site, call: Call): unknown {
  const path = (call.params['*'] ?? '').replace(/\/$/, '');
  const file = files.get(path);
  if (file) return send(call, file);
  if (!String(call.request.headers.accept ?? '').includes('text/html'))
    throw new AppError('route_unknown', { method: 'GET', path: `/docs/${path}` });
  call.reply.code(404);
  return send(call, missing);
}

function send({ request, reply }: Call, { type, body, etag }: File): unknown {
  reply
    .header('etag', etag)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer');
  const isKnown = reply.statusCode === 200 && hasTag(request.headers['if-none-match'], etag);
  return isKnown ? reply.code(304).send() : reply.type(type).send(body);
}

function fileOf(type: string, content: string | Buffer): File {
  const body = Buffer.from(content);
  return { type, body, etag: `"${sha256(body.toString('latin1')).toString('hex').slice(0, 32)}"` };
}

const html = 'text/html; charset=utf-8';

async function openSite({ typeface }: ConsoleAssets, path: string): Promise<Site> {
  const docs = await readDocs();
  const parts = { path, pages: docs.pages, chinese: typeface?.chinese };
  const titles = new Map([
    ...[...docs.images.keys(), ...docs.examples.keys()].map(path => [path, ''] as const),
    ...docs.pages.map(({ name, title }) => [name, title] as const),
  ]);
  const faces = typeface ? fontFaces(typeface) : '';
  const files = new Map([
    ['', fileOf(html, docsIndex(parts))],
    ['docs.css', fileOf('text/css; charset=utf-8', `${faces}\n${style}`)],
    ['docs.js', fileOf('text/javascript; charset=utf-8', script)],
  ]);
  for (const [path, body] of docs.images) files.set(path, fileOf('image/webp', body));
  for (const [path, body] of docs.examples) files.set(path, fileOf('text/javascript; charset=utf-8', body));
  for (const doc of docs.pages) {
    const rendered = await renderDoc(doc, { titles, path });
    files.set(doc.name, fileOf(html, docPage(parts, doc, rendered)));
    files.set(`${doc.name}.md`, fileOf('text/markdown; charset=utf-8', doc.markdown));
  }
  return { docs, files, missing: fileOf(html, docMissing(parts)) };
}
