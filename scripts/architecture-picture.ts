/**
 * The picture in ARCHITECTURE.md, drawn from the imports: floors, their folders, and which floor uses
 * which. `npm run docs` writes it.
 */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** The floors from the top, each with its purpose, as described in ARCHITECTURE.md. */
const floors = {
  app: 'processes',
  api: 'what clients and operators call',
  core: 'what Kinora knows and decides',
  engines: 'code that generates',
  media: 'files',
  platform: 'what knows nothing of Kinora',
  packages: 'shared with the browser; the drawing library',
} as const;
type Floor = keyof typeof floors;
const names = Object.keys(floors) as Floor[];

const width = 960;
const floorHeight = 62;
const gap = 18;
const left = 20;
const floorWidth = 690;
/** One lane for the arrows of each floor, right of the floors. */
const laneWidth = 26;

export const picturePath = 'docs/images/architecture.svg';

export function drawArchitecture(): string {
  const uses = readUses();
  const height = names.length * (floorHeight + gap) + gap;
  const boxes = names.map((name, index) => drawFloor(name, index));
  const arrows = names.flatMap((name, index) => drawArrows(name, index, uses.get(name) ?? new Set()));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" role="img" aria-label="Floors of the source and what they import">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...boxes,
    ...arrows,
    '</svg>',
    '',
  ].join('\n');
}

function boxTop(index: number): number {
  return gap + index * (floorHeight + gap);
}

function drawFloor(name: Floor, index: number): string {
  const top = boxTop(index);
  const path = name === 'packages' ? 'packages/' : `src/${name}/`;
  return [
    `<rect x="${left}" y="${top}" width="${floorWidth}" height="${floorHeight}" rx="8" fill="${name === 'packages' ? '#eef2f6' : '#e8f1ee'}" stroke="#5b7f74"/>`,
    `<text x="${left + 16}" y="${top + 26}" font-size="17" font-weight="600" fill="#16302a">${path}</text>`,
    `<text x="${left + 165}" y="${top + 26}" font-size="15" fill="#16302a">${floors[name]}</text>`,
    `<text x="${left + 16}" y="${top + 48}" font-size="13" fill="#3d5a52">${listFolders(path).join('  ·  ')}</text>`,
  ].join('\n');
}

/** Out of the right side of a floor, down its lane, and into each floor that it uses. */
function drawArrows(name: Floor, index: number, used: ReadonlySet<Floor>): string[] {
  const targets = names
    .flatMap((other, index) => (used.has(other) ? [index] : []))
    .filter(floor => floor > index);
  const lowest = targets.at(-1);
  if (lowest === undefined) return [];
  const edge = left + floorWidth;
  const lane = edge + 20 + (names.length - index) * laneWidth;
  const from = boxTop(index) + floorHeight / 2;
  // Arrows into one floor come in at different heights.
  const into = (floor: number) => boxTop(floor) + 8 + index * 8;
  return [
    `<path d="M${edge} ${from}H${lane}V${into(lowest)}" fill="none" stroke="#5b7f74"/>`,
    ...targets.map(
      floor => `<path d="M${lane} ${into(floor)}H${edge + 6}m5 -4l-5 4l5 4" fill="none" stroke="#5b7f74"/>`,
    ),
  ];
}

function listFolders(path: string): string[] {
  const depth = path.split('/').length - 1;
  const files = globSync(`${path}**/*.ts`, { exclude: name => name === 'node_modules' });
  const folders = files.map(file => file.split('/')).filter(parts => parts.length > depth + 1);
  return [...new Set(folders.map(parts => parts[depth] ?? ''))].toSorted();
}

/** Floor -> the floors that its code imports. */
function readUses(): ReadonlyMap<Floor, ReadonlySet<Floor>> {
  const uses = new Map<Floor, Set<Floor>>();
  for (const path of globSync('src/**/*.ts').filter(file => !file.endsWith('.test.ts'))) {
    const used = uses.get(path.split('/')[1] as Floor) ?? new Set();
    uses.set(path.split('/')[1] as Floor, used);
    const text = readFileSync(path, 'utf8');
    for (const [, specifier = ''] of text.matchAll(/\bfrom '([^']+)'/g)) {
      if (specifier.startsWith('@kinora/')) used.add('packages');
      const target = posix.join(posix.dirname(path), specifier);
      if (specifier.startsWith('.') && target.startsWith('src/')) used.add(target.split('/')[1] as Floor);
    }
  }
  return uses;
}
