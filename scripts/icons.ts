/**
 * node scripts/icons.ts: writes console/icons/, one file for each icon of Lucide that the Console imports
 * from `icons.ts`, so that a page loads its icons only. Lucide itself has 51 MB and is not installed. Run
 * it after a file of the Console imports another icon, and then `npm run format`.
 */
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { unpackPackage } from './unpack-package.ts';

const spec = 'lucide-react@1.75.0';
const root = fileURLToPath(new URL('../', import.meta.url));
const icons = join(root, 'console/icons');
const headComment = `/** An icon of ${spec}, written by scripts/icons.ts. */`;

type Attributes = Readonly<Record<string, string>>;
type Shape = readonly [tag: string, attributes: Attributes];

/** The data of a path that draws a shape. */
const paths: Readonly<Record<string, (attributes: Attributes) => string | undefined>> = {
  path: ({ d }) => d,
  line: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`,
  circle: ({ cx, cy, r }) =>
    `M${Number(cx) - Number(r)} ${cy}a${r} ${r} 0 1 0 ${2 * Number(r)} 0a${r} ${r} 0 1 0 ${-2 * Number(r)} 0z`,
  rect: ({ x, y, width, height, rx = '0', ry = rx }) => {
    const [w, h] = [Number(width) - 2 * Number(rx), Number(height) - 2 * Number(ry)];
    const corner = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx * Number(rx)} ${dy * Number(ry)}`;
    return `M${Number(x) + Number(rx)} ${y}h${w}${corner(1, 1)}v${h}${corner(-1, 1)}h${-w}${corner(-1, -1)}v${-h}${corner(1, -1)}z`;
  },
};

const folder = mkdtempSync(join(tmpdir(), 'kinora-icons-'));
try {
  const lucide = join(folder, 'lucide');
  unpackPackage(spec, lucide);
  // Its files import React.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const names = importedIcons();
  const files = await Promise.all(names.map(async name => [name, await readShapes(lucide, name)] as const));
  for (const file of globSync(`${icons}/*.ts`))
    if (readFileSync(file, 'utf8').startsWith(headComment)) rmSync(file);
  for (const [name, shapes] of files)
    writeFileSync(join(icons, `${fileName(name)}.ts`), iconFile(name, shapes));
  writeFileSync(join(icons, 'icons.ts'), listFile(names));
  writeFileSync(join(icons, 'LICENSE'), readFileSync(join(lucide, 'LICENSE')));
} finally {
  rmSync(folder, { recursive: true });
}

/** The names of all icons that files of the Console import, sorted. */
function importedIcons(): string[] {
  const imports = globSync(`${root}console/**/*.{ts,tsx}`).flatMap(file => [
    ...readFileSync(file, 'utf8').matchAll(/import \{([^}]+)\} from '[./]+\/icons\/icons\.ts'/g),
  ]);
  const names = imports.flatMap(([, list = '']) =>
    list.split(',').map(name => name.trim().split(' ')[0] ?? ''),
  );
  return [...new Set(names.filter(Boolean))].toSorted();
}

/** `Settings2` is in `settings-2`, and `InfinityIcon`, a global without `Icon`, is in `infinity`. */
function fileName(name: string): string {
  return name
    .replace(/Icon$/, '')
    .replaceAll(/(?<=.)([A-Z]|\d+)/g, '-$1')
    .toLowerCase();
}

async function readShapes(lucide: string, name: string): Promise<readonly Shape[]> {
  const file = pathToFileURL(join(lucide, 'dist/esm/icons', `${fileName(name)}.mjs`));
  const { __iconData: data } = (await import(file.href)) as { __iconData?: { node: readonly Shape[] } };
  if (!data)
    throw new Error(`${name} is the former name of an icon: use the name that ${file.pathname} gives`);
  return data.node;
}

function iconFile(name: string, shapes: readonly Shape[]): string {
  const paths = shapes.map(shape => `'${pathData(shape)}'`);
  return `${headComment}\nimport { icon } from './icon.ts';\n\nexport const ${name} = /* @__PURE__ */ icon(${paths.join(', ')});\n`;
}

function listFile(names: readonly string[]): string {
  const exports = names.map(name => `export { ${name} } from './${fileName(name)}.ts';`);
  return `/** The icons of the Console. Written by scripts/icons.ts. */\n${exports.join('\n')}\n`;
}

/** A shape as the data of a path. */
function pathData([tag, { fill, ...attributes }]: Shape): string {
  const path = paths[tag]?.(attributes);
  if (path === undefined || (fill !== undefined && tag !== 'circle'))
    throw new Error(`No path is known for <${tag}>`);
  return fill === undefined ? path : `${path}${dot(attributes)}`;
}

/** Fills the middle of a small circle, as the stroke leaves a hole there. */
function dot({ cx, cy, r }: Attributes): string {
  if (Number(r) > 1) throw new Error('A stroke does not fill a circle of this size');
  return `M${cx} ${cy}h.01`;
}
