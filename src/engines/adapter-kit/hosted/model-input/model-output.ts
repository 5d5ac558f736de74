/** What models answer: the addresses of their files, and how far they say that they are. */
import { kindOfName } from '../../../../media/formats/clip-types.ts';
import type { JobFile } from '../job-protocol.ts';

/** The addresses in an answer: a text, a list, an object with `url`, or one whose values are such. */
export function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^(https?|data):/.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  if (typeof value !== 'object' || value === null) return [];
  return addressesIn('url' in value ? value.url : Object.values(value));
}

/** `kind`: of files whose address does not tell. */
export function filesAt(addresses: readonly string[], kind: JobFile['kind']): JobFile[] {
  return addresses.map(url => ({ url, kind: kindOfName(url) ?? kind }));
}

/**
 * 0-1, from the last bar of tqdm in a log, such as ` 45%|████▌ | 9/20`. Most models print
 * one. Returns undefined if there is none.
 */
export function progressOfLog(log: string): number | undefined {
  const bars = log.split(/[\r\n]/).map(line => /^[^|%]*(?<!\d)(\d{1,3})%\s*\|/.exec(line)?.[1]);
  const percent = bars.findLast(bar => bar !== undefined);
  return percent === undefined ? undefined : Math.min(100, Number(percent)) / 100;
}
