/** Script: `node build-subject-pack.ts <cacheDir>` writes the subject pack. Run by `subject-pack.ts` and by `bin/prepare.js`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { SketchError } from '../job/sketch-error.ts';
import { iconSetFile, iconSets, type PackEntry, packMagic, subjectPackFile } from './subject-pack.ts';
import { subjectIcons } from './subjects.ts';

/** An icon set as its package holds it. */
interface IconSet {
  readonly icons: Record<string, { body: string; width?: number; height?: number }>;
  readonly width: number;
  readonly height: number;
}

const cacheDir = process.argv[2];
if (cacheDir === undefined) throw new Error('Usage: node build-subject-pack.ts <cacheDir>');
if (!existsSync(subjectPackFile(cacheDir))) writePack(cacheDir);

/** Writes beside the final name and renames, so that readers and other builders never see half a pack. */
function writePack(cacheDir: string): void {
  const { index, bodies } = collectIcons();
  const json = Buffer.from(JSON.stringify(index));
  const head = Buffer.alloc(12);
  head.write(packMagic, 'latin1');
  head.writeUInt32LE(json.length, 8);
  mkdirSync(cacheDir, { recursive: true });
  const file = subjectPackFile(cacheDir);
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, Buffer.concat([head, json, ...bodies]));
  renameSync(unfinished, file);
  removeStalePacks(cacheDir, file);
}

function collectIcons(): { index: Record<string, PackEntry>; bodies: Buffer[] } {
  const index: Record<string, PackEntry> = {};
  const bodies: Buffer[] = [];
  let offset = 0;
  for (const set of iconSets) {
    const data = JSON.parse(readFileSync(iconSetFile(set, 'icons.json'), 'utf8')) as IconSet;
    for (const name of subjectIcons().filter(name => name.startsWith(`${set}:`))) {
      const icon = data.icons[name.slice(set.length + 1)];
      if (icon === undefined) throw new SketchError('data_broken', `The icon set ${set} has no ${name}`);
      const packed = deflateRawSync(icon.body);
      index[name] = {
        offset,
        length: packed.length,
        width: icon.width ?? data.width,
        height: icon.height ?? data.height,
      };
      bodies.push(packed);
      offset += packed.length;
    }
  }
  return { index, bodies };
}

function removeStalePacks(cacheDir: string, current: string): void {
  for (const name of readdirSync(cacheDir)) {
    const file = join(cacheDir, name);
    if (/^subjects-[0-9a-f]{16}\.pack$/.test(name) && file !== current) rmSync(file, { force: true });
  }
}
