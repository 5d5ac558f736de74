/**
 * GET /: the start page, with the two addresses and commands to paste. Plain HTML without
 * scripts, which works offline.
 */
import { readFileSync } from 'node:fs';
import type { Language } from '@kinora/shared/errors/errors';
import { escapeHtml } from '../../platform/lib/text/escape-html.ts';
import { formatMicros, parseMicros } from '@kinora/shared/money';
import type { Catalogue } from '../../core/catalogue/models/catalogue.ts';
import { descriptionIn, type ModelCard } from '@kinora/shared/models/model-card';
import { readSite, siteName, type Site } from '../../core/operate/site.ts';
import type { Database } from '../../platform/db/open.ts';
import { basePath } from '../http/request/server-path.ts';
import type { Call } from '../http/route.ts';
import { consoleAssets, fontFaces, type ConsoleAssets } from './console-assets.ts';
import { accentStyle, logoAddress } from '../http/reply/site-look.ts';
import { startPageTexts } from './start-page-texts.ts';

const template = readFileSync(new URL('./start-page.html', import.meta.url), 'utf8');
const wall = ['sailboats', 'castle', 'robot', 'night', 'cabin', 'desert'];
const mark =
  '<svg viewBox="0 0 48 48" aria-hidden="true"><g fill="none" stroke="var(--accent)" stroke-width="3" stroke-linejoin="round"><path d="M24 4 35 12 24 20 13 12Z"/><path d="M44 24 36 35 28 24 36 13Z"/><path d="M24 44 13 36 24 28 35 36Z"/><path d="M4 24 12 13 20 24 12 35Z"/><circle cx="24" cy="24" r="3"/></g></svg>';
const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

export interface StartPageDependencies {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly currency: string;
  readonly baseUrl: string | undefined;
  readonly publicModels: boolean;
  readonly consoleFolder: string | undefined;
}

export function startPage(parts: StartPageDependencies) {
  const assets = consoleAssets(parts.consoleFolder, basePath(parts.baseUrl));
  return async ({ reply, baseUrl, language }: Call) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('vary', 'accept-language')
      .send(renderPage(parts, assets, { direct: baseUrl, language, site: await readSite(parts.db) }));
}

interface PageRequest {
  /** The address of this request. */
  readonly direct: string;
  readonly language: Language;
  readonly site: Site;
}

function renderPage(
  parts: StartPageDependencies,
  assets: ConsoleAssets,
  { direct, language, site }: PageRequest,
): string {
  const path = basePath(parts.baseUrl);
  const texts: Readonly<Record<string, unknown>> = startPageTexts[language];
  const values: Readonly<Record<string, string>> = {
    lang: language === 'zh' ? 'zh-CN' : 'en',
    direct: escapeHtml(direct),
    base: escapeHtml(parts.baseUrl ?? direct),
    path: escapeHtml(path),
    name: escapeHtml(siteName(site)),
    mark: renderMark(logoAddress(site, path)),
    accent: accentStyle(site, { dark: ':root{}', light: '@media (prefers-color-scheme: light){:root{}}' }),
    title: escapeHtml(site.name ?? (texts['title'] as string)),
    typeface: renderTypeface(assets),
    pictures: wall.map(name => renderPicture(assets, name)).join('\n'),
    models: parts.publicModels ? renderModels(parts, language) : '',
  };
  return template.replaceAll(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => values[name] ?? escapeHtml(String(texts[name])),
  );
}

/** The operator's logo, or that of Kinora. */
function renderMark(logo: string | undefined): string {
  return logo === undefined ? mark : `<img class="logo" src="${escapeHtml(logo)}" alt="">`;
}

function renderTypeface({ typeface }: ConsoleAssets): string {
  if (!typeface) return '';
  return `<link rel="stylesheet" href="${typeface.chinese}">\n<style>${fontFaces(typeface)}</style>`;
}

function renderPicture(assets: ConsoleAssets, name: string): string {
  const url = assets.find(`pictures/examples/${name}.webp`);
  return url ? `<img src="${url}" alt="" width="560" height="373">` : '';
}

function renderModels({ catalogue, currency }: StartPageDependencies, language: Language): string {
  const texts = startPageTexts[language];
  const rows = catalogue.models
    .toSorted((a, b) => a.card.kind.localeCompare(b.card.kind))
    .map(({ card }) => {
      const price = texts.from(`${lowestPrice(card)} ${currency}`, texts.units[card.price.unit]);
      const cells = [
        `<code>${escapeHtml(card.id)}</code><small>${escapeHtml(card.group)}</small>`,
        escapeHtml(price),
      ];
      return `<tr><td>${cells[0]}</td><td>${escapeHtml(descriptionIn(card, language))}</td><td class="price">${cells[1]}</td></tr>`;
    });
  return `<section><h2>${texts.models}</h2>\n<table>${rows.join('\n')}</table></section>`;
}

function lowestPrice({ price }: ModelCard): string {
  const [lowest = 0n] = price.rules
    .map(rule => parseMicros(rule.unitPrice))
    .filter(micros => micros > 0n)
    .sort((a, b) => (a < b ? -1 : 1));
  return formatMicros(lowest);
}
