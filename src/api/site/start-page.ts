/** GET /: the start page, with the two addresses and commands to paste. Plain HTML without scripts, which works offline. */
import { readFileSync } from 'node:fs';
import type { Language } from '@kinora/shared/errors/errors';
import { escapeHtml } from '../../platform/lib/text/escape-html.ts';
import { formatMicros, parseMicros } from '@kinora/shared/money';
import type { Catalogue } from '../../core/catalogue/models/catalogue.ts';
import { descriptionIn, type ModelCard } from '@kinora/shared/models/model-card';
import { basePath } from '../http/request/server-path.ts';
import type { Call } from '../http/route.ts';
import { consoleAssets, fontFaces, type ConsoleAssets } from './console-assets.ts';
import { startPageTexts } from './start-page-texts.ts';

const template = readFileSync(new URL('./start-page.html', import.meta.url), 'utf8');
const wall = ['sailboats', 'castle', 'robot', 'night', 'cabin', 'desert'];
const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

export interface StartPageParts {
  readonly catalogue: Catalogue;
  readonly currency: string;
  readonly baseUrl: string | undefined;
  readonly publicModels: boolean;
  readonly consoleFolder: string | undefined;
}

export function startPage(parts: StartPageParts) {
  const assets = consoleAssets(parts.consoleFolder, basePath(parts.baseUrl));
  return async ({ reply, baseUrl, language }: Call) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('vary', 'accept-language')
      .send(pageOf(parts, assets, { direct: baseUrl, language }));
}

interface Asked {
  /** The address of this request. */
  readonly direct: string;
  readonly language: Language;
}

function pageOf(parts: StartPageParts, assets: ConsoleAssets, { direct, language }: Asked): string {
  const texts: Readonly<Record<string, unknown>> = startPageTexts[language];
  const values: Readonly<Record<string, string>> = {
    lang: language === 'zh' ? 'zh-CN' : 'en',
    direct: escapeHtml(direct),
    base: escapeHtml(parts.baseUrl ?? direct),
    path: escapeHtml(basePath(parts.baseUrl)),
    typeface: typefaceOf(assets),
    pictures: wall.map(name => pictureOf(assets, name)).join('\n'),
    models: parts.publicModels ? modelsOf(parts, language) : '',
  };
  return template.replaceAll(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => values[name] ?? escapeHtml(String(texts[name])),
  );
}

function typefaceOf({ typeface }: ConsoleAssets): string {
  if (!typeface) return '';
  return `<link rel="stylesheet" href="${typeface.chinese}">\n<style>${fontFaces(typeface)}</style>`;
}

function pictureOf(assets: ConsoleAssets, name: string): string {
  const url = assets.find(`pictures/examples/${name}.webp`);
  return url ? `<img src="${url}" alt="" width="560" height="373">` : '';
}

function modelsOf({ catalogue, currency }: StartPageParts, language: Language): string {
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
