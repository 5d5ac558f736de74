/**
 * GET /docs, /docs/<name>, /docs/<name>.md, /docs/search and /llms.txt: the documentation of this
 * version, without any other host.
 */
import { z } from 'zod';
import { AppError, type Language } from '@kinora/shared/errors/errors';
import { basePath } from '../../http/request/server-path.ts';
import { hasTag } from '../../http/reply/send-file.ts';
import { preferredLanguage, route, type Call, type Route } from '../../http/route.ts';
import { sha256 } from '../../../platform/lib/id.ts';
import { escapeHtml } from '../../../platform/lib/text/escape-html.ts';
import { consoleAssets } from '../console-assets.ts';
import { languageFolder } from './doc-texts.ts';
import { openSite, type File, type Site } from './docs-site.ts';
import { llmsText } from './llms-text.ts';
import { withAddresses, type OwnAddresses } from './own-address.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export interface DocsDependencies {
  readonly consoleFolder: string | undefined;
  /** The configured address. */
  readonly baseUrl: string | undefined;
}

export function docsRoutes({ consoleFolder, baseUrl }: DocsDependencies): Route[] {
  const path = basePath(baseUrl);
  const assets = consoleAssets(consoleFolder, path);
  let sitePromise: Promise<Site> | undefined;
  const open = async () => {
    try {
      return await (sitePromise ??= openSite(assets, path));
    } catch (error) {
      sitePromise = undefined;
      throw error;
    }
  };
  const line = { interfaceName: 'site', auth: 'none', method: 'GET', hidden: true } as const;
  const ownAddresses = (call: Call) => ({ direct: call.baseUrl, base: baseUrl ?? call.baseUrl });
  const page = (path: string) =>
    route({
      ...line,
      path,
      summary: 'Read the documentation',
      handle: async call => sendPage(await open(), call, ownAddresses(call)),
    });
  const search = (language: Language) =>
    route({
      ...line,
      path: `/docs${languageFolder[language]}/search`,
      summary: 'Search the documentation',
      query: z.object({ q: z.string().max(200).optional() }).loose(),
      handle: async call => {
        const html = (await open()).search(language, call.query.q?.trim() ?? '');
        return send(call, { type: 'text/html; charset=utf-8', body: html });
      },
    });
  return [
    page('/docs'),
    search('en'),
    search('zh'),
    page('/docs/*'),
    route({
      ...line,
      path: '/llms.txt',
      summary: 'List the documentation for language models',
      handle: async call => {
        const body = llmsText((await open()).docs.pages, call.baseUrl);
        return send(call, { type: 'text/plain; charset=utf-8', body });
      },
    }),
  ];
}

function sendPage({ files, missing }: Site, call: Call, addresses: OwnAddresses): unknown {
  const path = (call.params['*'] ?? '').replace(/\/$/, '');
  const file = files.get(path);
  if (file) return send(call, fillAddresses(file, addresses));
  const { accept, 'accept-language': acceptLanguage } = call.request.headers;
  if (!String(accept ?? '').includes('text/html'))
    throw new AppError('route_unknown', { method: 'GET', path: `/docs/${path}` });
  call.reply.code(404);
  return send(call, missing[path.startsWith('zh/') ? 'zh' : preferredLanguage(acceptLanguage)]);
}

interface SentFile {
  readonly type: string;
  readonly body: Buffer | string;
}

function fillAddresses({ type, content }: File, addresses: OwnAddresses): SentFile {
  if (Buffer.isBuffer(content)) return { type, body: content };
  if (!type.startsWith('text/html')) return { type, body: withAddresses(content, addresses) };
  const escaped = { direct: escapeHtml(addresses.direct), base: escapeHtml(addresses.base) };
  return { type, body: withAddresses(content, escaped) };
}

function send({ request, reply }: Call, { type, body }: SentFile): unknown {
  const bytes = Buffer.from(body);
  const etag = `"${sha256(bytes.toString('latin1')).toString('hex').slice(0, 32)}"`;
  reply
    .header('etag', etag)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer');
  const isKnown = reply.statusCode === 200 && hasTag(request.headers['if-none-match'], etag);
  return isKnown ? reply.code(304).send() : reply.type(type).send(bytes);
}
