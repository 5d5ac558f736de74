/** Reads the answers of models: the addresses of their files, and their progress. */
import { kindOfName } from '../../../../media/formats/clip-types.ts';
import type { JobFile } from '../job-protocol.ts';

/**
 * Returns the addresses in an answer, which is a text, a list, an object with `url`, or an object of such
 * values.
 */
export function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^(https?|data):/.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  if (typeof value !== 'object' || value === null) return [];
  return addressesIn('url' in value ? value.url : Object.values(value));
}

/** `kind` is the kind of files whose address does not show it. */
export function filesAt(addresses: readonly string[], kind: JobFile['kind']): JobFile[] {
  return addresses.map(url => ({ url, kind: kindOfName(url) ?? kind }));
}

/**
 * Returns the progress, 0-1, from the last bar of tqdm in a log, such as ` 45%|████▌ | 9/20`. Most models
 * print one. Returns undefined if there is none.
 */
export function progressOfLog(log: string): number | undefined {
  const bars = log.split(/[\r\n]/).map(line => /^[^|%]*(?<!\d)(\d{1,3})%\s*\|/.exec(line)?.[1]);
  const percent = bars.findLast(bar => bar !== undefined);
  return percent === undefined ? undefined : Math.min(100, Number(percent)) / 100;
}
