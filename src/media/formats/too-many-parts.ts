/** Rejects pictures whose structure takes longer to read than their pixels. */
import { jpegSegments } from './jpeg-markers.ts';
import { maxParts } from './max-parts.ts';
import { pngChunks } from './png-chunks.ts';
import { webpChunks } from './webp-chunks.ts';

const readers: Readonly<Record<string, (bytes: Uint8Array) => Iterable<unknown>>> = {
  png: pngChunks,
  jpeg: jpegSegments,
  webp: webpChunks,
};

/**
 * Whether the file has as many parts as its reader counts. Decoders, which count none, take seconds for
 * some megabytes of empty ones.
 */
export function hasTooManyParts(bytes: Uint8Array, format: string): boolean {
  let parts = 0;
  for (const _ of readers[format]?.(bytes) ?? []) parts++;
  return parts >= maxParts;
}
