/** GET /: what this is, the two addresses, ready-to-paste commands. Plain HTML, no script, works offline. */
import { readFileSync } from 'node:fs';
import { formatMicros, parseMicros } from '../../lib/money.ts';
import type { Catalogue } from '../../models/catalogue.ts';
import type { Call } from '../route.ts';

const template = readFileSync(new URL('./start-page.html', import.meta.url), 'utf8');

export interface StartPageParts {
  readonly catalogue: Catalogue;
  readonly currency: string;
  readonly baseUrl: string | undefined;
  readonly publicModels: boolean;
}

export function startPage({ catalogue, currency, baseUrl: videoUrl, publicModels }: StartPageParts) {
  const models = () =>
    catalogue.models
      .toSorted((a, b) => a.card.kind.localeCompare(b.card.kind))
      .map(({ card }) => {
        const prices = card.price.rules
          .map(rule => parseMicros(rule.unitPrice))
          .filter(price => price > 0n)
          .sort((a, b) => (a < b ? -1 : 1));
        const from = formatMicros(prices[0] ?? 0n);
        return `<tr><td><code>${escapeHtml(card.id)}</code></td><td>${escapeHtml(card.group)}</td><td class="price">from ${from} ${currency} / ${card.price.unit}</td><td>${escapeHtml(card.description)}</td></tr>`;
      })
      .join('\n');
  const page = (direct: string, base: string) =>
    template
      .replaceAll('{{direct}}', escapeHtml(direct))
      .replaceAll('{{base}}', escapeHtml(base))
      .replace('{{models}}', publicModels ? `<h2>Models</h2>\n  <table>${models()}</table>` : '');
  return async ({ reply, baseUrl }: Call) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .send(page(baseUrl, videoUrl ?? baseUrl));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
