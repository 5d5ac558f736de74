/**
 * GET /favicon.ico: browsers request it even if a page names another icon. Rendered from
 * console/icon.svg, 32 pixels wide.
 */
import { readFileSync } from 'node:fs';
import type { Call } from '../http/route.ts';

const icon = readFileSync(new URL('./favicon.ico', import.meta.url));

export function favicon({ reply }: Call) {
  return reply.type('image/x-icon').header('cache-control', 'public, max-age=86400').send(icon);
}
