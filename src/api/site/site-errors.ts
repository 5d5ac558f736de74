/**
 * Errors of the site: a page for people who opened an address in a browser, and JSON in the format of the
 * video interface for programs.
 */
import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorText, type AppError, type Language } from '@kinora/shared/errors/errors';
import { escapeHtml } from '../../platform/lib/text/escape-html.ts';
import type { ErrorWire } from '../http/route.ts';

const template = readFileSync(new URL('./error-page.html', import.meta.url), 'utf8');
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const texts = {
  en: {
    start: 'Start page',
    console: 'Console',
    docs: 'Documentation',
    missing: 'Page not found',
    gone: 'This file has expired',
  },
  zh: { start: '首页', console: '控制台', docs: '使用文档', missing: '页面不存在', gone: '文件已过期' },
} as const satisfies Record<Language, object>;

/** `path` is the path of the configured address, before those of the routes. */
export function siteErrors(plain: ErrorWire, path: string): ErrorWire {
  return {
    ...plain,
    sendError: (reply, error, language) =>
      isNavigation(reply.request)
        ? sendPage(reply, error, { language, path })
        : plain.sendError(reply, error, language),
  };
}

/** Browsers name HTML when a person opens an address, but not for images and requests of pages. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/html\b/.test(String(headers.accept ?? ''));
}

function sendPage(
  reply: FastifyReply,
  { code, details }: AppError,
  { language, path }: { readonly language: Language; readonly path: string },
): unknown {
  const { missing, gone: goneText, ...links } = texts[language];
  const titles: Readonly<Record<number, string>> = { 404: missing, 410: goneText };
  const values: Readonly<Record<string, string>> = {
    ...links,
    path,
    lang: language === 'zh' ? 'zh-CN' : 'en',
    title: titles[reply.statusCode] ?? STATUS_CODES[reply.statusCode] ?? code,
    message: errorText(code, details, language),
  };
  const page = template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('vary', 'accept, accept-language')
    .send(page);
}
