/**
 * node scripts/shipped-data.ts: makes the data that this repository ships of other projects: illustrations,
 * names of emoji and typefaces of the drawing package in one file, and the typeface of documents. Their
 * packages have 340 MB, so they are not installed: this script downloads them with `npm pack`. Run it after a
 * change of the subject table that needs another illustration.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { type DataEntry, dataMagic, dataPath } from '../packages/sketch/src/data/data-file.ts';
import { toEmojiName, type EmojiName } from '../packages/sketch/src/data/emoji-names.ts';
import { subjectIcons } from '../packages/sketch/src/subjects/subjects.ts';
import { unpackPackage } from './unpack-package.ts';

interface IconSet {
  readonly icons: Record<string, { body: string; width?: number; height?: number }>;
  readonly width: number;
  readonly height: number;
}

interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
  readonly box?: { readonly width: number; readonly height: number };
}

const sources = {
  'fluent-emoji': {
    spec: '@iconify-json/fluent-emoji@1.2.7',
    license: 'MIT',
    authors: 'Microsoft Corporation',
  },
  noto: { spec: '@iconify-json/noto@1.2.9', license: 'Apache-2.0', authors: 'Google Inc' },
  'game-icons': {
    spec: '@iconify-json/game-icons@1.2.4',
    license: 'CC BY 3.0',
    authors: 'see docs/credits.md',
  },
  emojibase: {
    spec: 'emojibase-data@17.0.0',
    license: 'MIT, Unicode-3.0',
    authors: 'Miles Johnson, Unicode Inc',
  },
  'noto-sans-sc': { spec: '@fontsource/noto-sans-sc@5.3.0', license: 'OFL-1.1', authors: 'Google Inc' },
  'bebas-neue': { spec: '@fontsource/bebas-neue@5.3.0', license: 'OFL-1.1', authors: 'Dharma Type' },
  'playfair-display': {
    spec: '@fontsource/playfair-display@5.3.0',
    license: 'OFL-1.1',
    authors: 'Playfair Project',
  },
  pacifico: { spec: '@fontsource/pacifico@5.3.0', license: 'OFL-1.1', authors: 'Pacifico Project' },
} as const;

type Source = keyof typeof sources;

const iconSets = ['fluent-emoji', 'noto', 'game-icons'] as const;
const typefaces = {
  plain: 'noto-sans-sc/files/noto-sans-sc-chinese-simplified-900-normal',
  poster: 'bebas-neue/files/bebas-neue-latin-400-normal',
  serif: 'playfair-display/files/playfair-display-latin-800-normal',
  script: 'pacifico/files/pacifico-latin-400-normal',
} as const;
const documentWeights = [400, 700] as const;
const documentFolder = fileURLToPath(new URL('../src/media/document/fonts/', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'kinora-data-'));
try {
  for (const source of Object.keys(sources) as Source[])
    unpackPackage(sources[source].spec, join(folder, source));
  const licenses = licenseTexts();
  writeData([
    ...iconSets.flatMap(readIcons),
    { name: 'emoji-names.json', bytes: Buffer.from(JSON.stringify(emojiNames())) },
    ...Object.entries(typefaces).map(([face, file]) => ({
      name: `${face}.woff2`,
      bytes: readFileSync(join(folder, `${file}.woff2`)),
    })),
    { name: 'LICENSES.md', bytes: Buffer.from(licenses) },
  ]);
  writeFileSync(new URL('./LICENSES.md', dataPath), licenses);
  copyDocumentFonts();
} finally {
  rmSync(folder, { recursive: true });
}

function readIcons(set: (typeof iconSets)[number]): Entry[] {
  const { icons, ...box } = readJson<IconSet>(set, 'icons.json');
  return subjectIcons()
    .filter(name => name.startsWith(`${set}:`))
    .map(name => {
      const icon = icons[name.slice(set.length + 1)];
      if (!icon) throw new Error(`The icon set ${set} has no ${name}`);
      const { width = box.width, height = box.height } = icon;
      return { name, bytes: Buffer.from(icon.body), box: { width, height } };
    });
}

/** Only of the emoji that are subjects. */
function emojiNames(): Record<string, EmojiName> {
  interface Emoji {
    readonly label: string;
    readonly hexcode: string;
    readonly unicode: string;
  }
  const english = readJson<readonly Emoji[]>('emojibase', 'en/compact.json');
  const chinese = readJson<readonly Emoji[]>('emojibase', 'zh/compact.json');
  const byName = new Map(english.map(emoji => [pictureName(emoji.label), emoji]));
  const chineseLabels = new Map(chinese.map(({ hexcode, label }) => [hexcode, label]));
  const names: Record<string, EmojiName> = {};
  for (const name of new Set(subjectIcons().map(toEmojiName))) {
    const emoji = byName.get(name);
    if (!emoji) continue;
    const { label, unicode, hexcode } = emoji;
    names[name] = { label, emoji: unicode, chinese: chineseLabels.get(hexcode) ?? '' };
  }
  return names;
}

/** Texts of licenses that the packages of illustrations name and do not bring. */
function missingTexts(): string[] {
  const mit = (readText('emojibase', 'LICENSE') ?? '').replace(
    /Copyright .*/,
    'Copyright (c) Microsoft Corporation.',
  );
  const apache = readFileSync(new URL('../node_modules/sharp/LICENSE', import.meta.url), 'utf8');
  return [
    licenseSection(sources['fluent-emoji'].spec, mit),
    licenseSection(sources.noto.spec, apache),
    `## ${sources['game-icons'].spec}\n\nCC BY 3.0: <https://creativecommons.org/licenses/by/3.0/legalcode>`,
  ];
}

function licenseSection(spec: string, text: string): string {
  return `## ${spec}\n\n\`\`\`\n${text.trim()}\n\`\`\``;
}

/** The name under which the picture set knows a label: `sun behind cloud` is `sun-behind-cloud`. */
function pictureName(label: string): string {
  return label
    .toLowerCase()
    .replace(/[’'“”.!()]/g, '')
    .replace(/[^a-z0-9]+/g, '-');
}

function writeData(entries: readonly Entry[]): void {
  const index: Record<string, DataEntry> = {};
  const parts: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, box } of entries) {
    const compressedBytes = deflateRawSync(bytes, { level: 9 });
    index[name] = { offset, length: compressedBytes.length, ...box };
    parts.push(compressedBytes);
    offset += compressedBytes.length;
  }
  const json = Buffer.from(JSON.stringify(index));
  const head = Buffer.alloc(12);
  head.write(dataMagic, 'latin1');
  head.writeUInt32LE(json.length, 8);
  writeFileSync(dataPath, Buffer.concat([head, json, ...parts]));
}

function licenseTexts(): string {
  const rows = Object.entries(sources).map(
    ([, { spec, license, authors }]) => `| ${spec} | ${license} | ${authors} |`,
  );
  const texts = (Object.keys(sources) as Source[]).flatMap(source => {
    const text = readText(source, 'LICENSE');
    return text === undefined ? [] : [licenseSection(sources[source].spec, text)];
  });
  const head =
    '# Licenses of sketch.data\n\nWritten by scripts/shipped-data.ts. Authors of single illustrations: docs/credits.md.';
  const table = ['| Source | License | Authors |', '|---|---|---|', ...rows].join('\n');
  return `${[head, table, ...missingTexts(), ...texts].join('\n\n')}\n`;
}

function copyDocumentFonts(): void {
  mkdirSync(documentFolder, { recursive: true });
  const source = join(folder, 'noto-sans-sc');
  for (const weight of documentWeights) {
    const name = `noto-sans-sc-chinese-simplified-${weight}-normal.woff`;
    copyFileSync(join(source, 'files', name), join(documentFolder, name));
  }
  copyFileSync(join(source, 'LICENSE'), join(documentFolder, 'LICENSE'));
}

function readText(source: Source, file: string): string | undefined {
  try {
    return readFileSync(join(folder, source, file), 'utf8');
  } catch {
    return undefined;
  }
}

function readJson<Shape>(source: Source, file: string): Shape {
  return JSON.parse(readFileSync(join(folder, source, file), 'utf8')) as Shape;
}
