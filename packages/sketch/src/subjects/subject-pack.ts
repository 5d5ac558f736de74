/**
 * The pictures of all subjects in one file, so that a start does not have to parse the 130 MB of the icon sets.
 * The file is built at install or at first use by `build-subject-pack.ts`, in a process of its own that takes its memory along.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { SketchError } from '../job/sketch-error.ts';
import { subjectIcons } from './subjects.ts';

/** SVG picture: what stands between the root's tags, and the root's box. */
export interface Icon {
  readonly body: string;
  readonly width: number;
  readonly height: number;
}

export interface SubjectPack {
  /** One positioned read. Throws when the pack has no such picture: the table and the pack are built together. */
  readIcon(name: string): Icon;
  close(): void;
}

/** Where in the file a picture is, and its box. */
export interface PackEntry {
  readonly offset: number;
  readonly length: number;
  readonly width: number;
  readonly height: number;
}

/** File layout: 8 bytes of magic, the index's length as 32 bits, the index as JSON, then raw-deflated SVG bodies. */
export const packMagic = 'KINOSUB1';
export const iconSets = ['fluent-emoji', 'noto', 'game-icons'] as const;

/** The packed product brings its pack, and not the icon sets. A checkout has no such file. */
const packed = fileURLToPath(new URL('./subjects.pack', import.meta.url));

/**
 * Opens the packed product's own pack, else the one in `cacheDir`. That one is built first when it is missing or was made from
 * other versions of the icon sets, which takes some seconds.
 */
export function openSubjectPack(cacheDir: string): SubjectPack {
  const handle = openSync(existsSync(packed) ? packed : findOrBuild(cacheDir), 'r');
  const { index, start } = readIndex(handle);
  return {
    readIcon(name) {
      const entry = index[name];
      if (entry === undefined)
        throw new SketchError('data_broken', `The subject pack has no picture ${name}`);
      const packed = readAt(handle, start + entry.offset, entry.length);
      return { body: inflateRawSync(packed).toString('utf8'), width: entry.width, height: entry.height };
    },
    close: () => closeSync(handle),
  };
}

/** The name carries the versions of the sets and the pictures asked for, so a stale pack is never opened. */
export function subjectPackFile(cacheDir: string): string {
  const stamp = createHash('sha256').update(packMagic);
  for (const set of iconSets) stamp.update(`${set}@${setVersion(set)}\n`);
  stamp.update(subjectIcons().join('\n'));
  return join(cacheDir, `subjects-${stamp.digest('hex').slice(0, 16)}.pack`);
}

/** Path of a file of an icon set's package. */
export function iconSetFile(set: string, name: string): string {
  return createRequire(import.meta.url).resolve(`@iconify-json/${set}/${name}`);
}

function setVersion(set: string): string {
  return (JSON.parse(readFileSync(iconSetFile(set, 'package.json'), 'utf8')) as { version: string }).version;
}

/** The script runs in a process of its own. */
function findOrBuild(cacheDir: string): string {
  const file = subjectPackFile(cacheDir);
  if (existsSync(file)) return file;
  const script = fileURLToPath(new URL('./build-subject-pack.ts', import.meta.url));
  execFileSync(process.execPath, [script, cacheDir], { stdio: ['ignore', 'ignore', 'inherit'] });
  return file;
}

function readIndex(handle: number): { index: Record<string, PackEntry>; start: number } {
  const head = readAt(handle, 0, 12);
  const length = head.readUInt32LE(8);
  const index = JSON.parse(readAt(handle, 12, length).toString('utf8')) as Record<string, PackEntry>;
  return { index, start: 12 + length };
}

function readAt(handle: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(handle, bytes, 0, length, position) !== length)
    throw new SketchError('data_broken', 'The subject pack is cut short');
  return bytes;
}
