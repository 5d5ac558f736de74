/** The folders of a package form a chain, and a package imports nothing of the server. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { findImports } from './import-direction.ts';
import { isCode, type Rule, type SourceFile } from './rule.ts';

/** From the bottom up: a folder may import those before it. `testing` and tests may import any folder. */
const layers: Readonly<Record<string, readonly string[]>> = {
  'packages/sketch/src': [
    'random',
    'job',
    'data',
    'scene',
    'subjects',
    'raster',
    'land',
    'words',
    'styles',
    'compose',
    'paint',
    'references',
    'clip',
    'sound',
    'texts',
    'draw',
    'prompt',
    'prompt.ts',
    'index.ts',
  ],
  'packages/client/src': ['http', 'tasks', 'images', 'videos', 'kinora.ts', 'index.ts'],
  'packages/ai-sdk/src': [
    'calls.ts',
    'to-sdk-error.ts',
    'image-model.ts',
    'video-fields.ts',
    'video-model.ts',
    'provider.ts',
    'index.ts',
  ],
  'packages/shared/src': [
    'text',
    'clock.ts',
    'calendar.ts',
    'color',
    'errors',
    'money.ts',
    'models',
    'billing',
    'prompt',
    'snippets',
    'clients',
  ],
};

export const packageLayers: Rule = {
  title: 'the folders of a package import in one direction, and nothing from outside the package',
  breaches: files =>
    files.filter(file => file.path.startsWith('packages/') && isCode(file)).flatMap(findBreaches),
  counterexamples: {
    'packages/sketch/src/scene/scene.ts': "import { paintScene } from '../paint/paint-scene.ts';",
    'packages/sketch/src/draw/draw-grid.ts': "import { clock } from '../../../../src/platform/lib/id.ts';",
    'packages/sketch/src/draw/a.test.ts': "import { clock } from '../../../../src/platform/lib/id.ts';",
    'packages/sketch/src/newcomer/first.ts': '',
    'packages/sketch/src/raster/jpeg.ts': "import jpeg from 'unlisted';",
  },
};

function findBreaches({ path, text }: SourceFile): string[] {
  const folder = path.split('/', 3).join('/');
  const chain = layers[folder];
  if (!chain) return [`${path}: list the folders of ${folder} in test/rules/package-layers.ts`];
  const layer = findLayer(path);
  const isTest = path.endsWith('.test.ts') || layer === 'testing';
  if (!isTest && !chain.includes(layer)) return [`${path}: add ${layer} to test/rules/package-layers.ts`];
  const files = findImports(text)
    .map(specifier => posix.join(posix.dirname(path), specifier))
    .filter(target => {
      if (!target.startsWith(`${folder}/`)) return true;
      return !isTest && !chain.slice(0, chain.indexOf(layer) + 1).includes(findLayer(target));
    })
    .map(target => `${path}: must not import ${target}`);
  return [...files, ...unlistedPackages({ path, text }, isTest)];
}

/** A package lists its imports in its own package.json, maybe only in the one that is published. */
function unlistedPackages({ path, text }: SourceFile, isTest: boolean): string[] {
  const [, root = ''] = /^(packages\/[^/]+)\//.exec(path) ?? [];
  const { dependencies, devDependencies, publishConfig } = JSON.parse(
    readFileSync(new URL(`../../${root}/package.json`, import.meta.url), 'utf8'),
  ) as Manifest;
  const listedPackages = { ...dependencies, ...publishConfig?.dependencies, ...(isTest && devDependencies) };
  return [...text.matchAll(importedPackage)]
    .map(([, name = '']) => name)
    .filter(name => !(name in listedPackages))
    .map(name => `${path}: list ${name} in ${root}/package.json`);
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly dependencies?: Readonly<Record<string, string>> };
}

/** `'sharp'`, `'@napi-rs/canvas'` and `'kinora-client/node'`, but not `'node:fs'`. */
const importedPackage = /^(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?'((?:@[\w-]+\/)?[a-z][\w-]*)(?:\/|')/gm;

/** `packages/sketch/src/paint/sky/sky.ts` -> `paint`. */
function findLayer(path: string): string {
  return path.split('/')[3] ?? '';
}
