/**
 * GET /console and /console/join: sign in, or join by a set-up link or an invitation. A link's secret stands behind the `#`,
 * which no server sees.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Call } from '../route.ts';

const page = readFileSync(new URL('./entrance.html', import.meta.url), 'utf8');
const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
const scriptHash = createHash('sha256').update(script).digest('base64');

export function entrance() {
  return async ({ reply }: Call) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; script-src 'sha256-${scriptHash}'; style-src 'unsafe-inline'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .send(page);
}
