/** Whether two URLs name the same server. All names of this machine count as one. */
import type { EngineInstance } from '../../../core/catalogue/engines/instances.ts';

const namesOfThisMachine = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0']);

export function isEngineAt(
  { kind, url }: Pick<EngineInstance, 'kind' | 'url'>,
  expectedKind: string,
  address: string,
): boolean {
  return kind === expectedKind && url !== undefined && readOrigin(url) === readOrigin(address);
}

function readOrigin(text: string): string {
  const url = new URL(text);
  const host = namesOfThisMachine.has(url.hostname) ? 'localhost' : url.hostname;
  return `${url.protocol}//${host}:${url.port}`;
}
