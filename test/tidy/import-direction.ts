/** Imports go in one direction. */
import { posix } from 'node:path';
import { sharedWithConsole } from '../../src/app/start/built-console.ts';
import { isCode, type Rule, type SourceFile } from './rule.ts';

const everything = ['*'];
const belowHttp = [
  'tasks',
  'accounts',
  'billing',
  'media',
  'models',
  'moderation',
  'webhooks',
  'prompt',
  'procedures',
  'db',
  'lib',
  'errors.ts',
  'issue-texts.ts',
  'image-versions.ts',
];

/**
 * Part of `src` -> the other parts that it may import, types included. A part is a folder, a folder of `interfaces` or
 * `engines`, or a file of its own. `interfaces/*` is any folder of `interfaces`. Tests may import anything.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  start: everything,
  cli: everything,

  interfaces: ['interfaces/*', 'http', ...belowHttp],
  'interfaces/*': ['http', ...belowHttp],
  http: belowHttp,
  // The Console shows and changes tasks and their files.
  procedures: [
    'config.ts',
    'operate',
    'tasks',
    'accounts',
    'billing',
    'media',
    'models',
    'moderation',
    'webhooks',
    'secrets',
    'instances',
    'engines/adapter-failure.ts',
    'engines/engine.ts',
    'engines/engine-kind.ts',
    'engines/litellm-prices.ts',
    'prompt',
    'db',
    'lib',
    'engine-reasons.ts',
    'errors.ts',
    'image-versions.ts',
    'issue-texts.ts',
  ],
  // The sample of a trial is a small image. The type of an event belongs to the part that emits it.
  operate: [
    'tasks',
    'webhooks',
    'billing',
    'media',
    'models',
    'engines/adapter-failure.ts',
    'engines/engine.ts',
    'engines/engine-pool.ts',
    'engines/read-media.ts',
    'db',
    'lib',
    'engine-reasons.ts',
    'errors.ts',
  ],
  tasks: [
    'accounts',
    'billing',
    'media',
    'models',
    'webhooks',
    'engines/adapter-failure.ts',
    'engines/engine.ts',
    'engines/engine-kind.ts',
    'engines/engine-pool.ts',
    'engines/read-media.ts',
    'db',
    'lib',
    'engine-reasons.ts',
    'errors.ts',
  ],

  metrics: [
    'config.ts',
    'operate',
    'tasks',
    'billing',
    'webhooks',
    'media',
    'models',
    'engines/engine.ts',
    'engines/engine-pool.ts',
    'db',
    'lib',
    'errors.ts',
  ],

  accounts: ['models', 'db', 'lib', 'errors.ts'],
  backup: [
    'tasks',
    'billing',
    'media',
    'secrets',
    'engines/engine.ts',
    'engines/engine-kind.ts',
    'db',
    'lib',
    'start-error.ts',
  ],
  secrets: ['config.ts', 'db', 'lib', 'errors.ts'],
  moderation: ['db', 'lib', 'errors.ts'],
  billing: ['models', 'db', 'lib', 'errors.ts'],
  media: ['engines/engine.ts', 'engines/spool.ts', 'db', 'lib', 'errors.ts'],
  webhooks: ['db', 'lib', 'errors.ts'],
  prompt: ['image-versions.ts', 'models', 'lib', 'errors.ts'],
  // The contract of engines describes what a model can offer.
  models: ['engines/engine.ts', 'engines/engine-kind.ts', 'db', 'lib', 'errors.ts'],
  // The list of engines, without their work.
  instances: [
    'engines/engine.ts',
    'engines/engine-kind.ts',
    'engines/engine-pool.ts',
    'engines/spool.ts',
    'models',
    'secrets',
    'db',
    'lib',
    'errors.ts',
    'issue-texts.ts',
  ],

  'engines/*': [
    'engines/hosted',
    'engines/plan',
    'engines/http',
    'engines/engine.ts',
    'engines/engine-kind.ts',
    'engines/litellm-prices.ts',
    'engines/spool.ts',
    'media',
    'lib',
  ],
  'engines/hosted': ['engines/plan', 'engines/http', 'engines/engine.ts', 'engines/engine-kind.ts', 'lib'],
  'engines/plan': [
    'engines/http',
    'engines/adapter-failure.ts',
    'engines/engine.ts',
    'engines/engine-kind.ts',
    'engines/spool.ts',
    'engines/read-media.ts',
    'engines/spool.ts',
    'media',
    'lib',
  ],
  'engines/http': ['engines/adapter-failure.ts', 'engines/engine.ts', 'lib'],
  'engines/sketch': ['packages/sketch', 'engines/engine.ts', 'engines/engine-kind.ts', 'media', 'lib'],
  'engines/registry': ['engines/*', 'engines/engine-kind.ts'],
  'engines/engine-kind.ts': ['engines/engine.ts', 'engines/spool.ts'],
  'engines/adapter-failure.ts': ['engines/engine.ts', 'lib'],
  'engines/litellm-prices.ts': [],
  'engines/spool.ts': [],
  'engines/read-media.ts': ['engines/engine.ts'],
  'engines/engine-pool.ts': ['engines/engine.ts'],
  'engines/testing': ['engines/engine.ts', 'media', 'lib'],
  'engines/engine.ts': ['lib'],

  db: ['lib', 'errors.ts', 'start-error.ts'],
  'config.ts': ['image-versions.ts', 'lib', 'settings-zh.ts'],
  'image-versions.ts': [],
  'settings-zh.ts': [],
  'errors.ts': ['error-table.ts', 'field-errors.ts', 'fill-text.ts'],
  'field-errors.ts': [],
  'engine-reasons.ts': ['errors.ts'],
  'issue-texts.ts': ['lib', 'errors.ts'],
  'fill-text.ts': [],
  'error-table.ts': ['console-errors.ts', 'prompt-errors.ts', 'task-errors.ts'],
  'prompt-errors.ts': [],
  'task-errors.ts': [],
  'console-errors.ts': [],
  'start-error.ts': [],
  'log.ts': ['config.ts', 'lib'],
  lib: [],
};

/** Files from which the Console may use types, with `import type` only, so nothing of them is built into the page. */
const typesForConsole = [
  'src/api/procedures/table/contract.ts',
  'src/api/procedures/records/task-record.ts',
  'src/api/contract.ts',
];

export const importDirection: Rule = {
  title: 'imports go in one direction: interfaces and cli, http, tasks, what tasks use, db, lib',
  breaches: files =>
    files
      .filter(file => isCode(file) && !file.path.endsWith('.test.ts'))
      .flatMap(file => {
        if (file.path.startsWith('console/')) return breachesInConsole(file);
        return file.path.startsWith('src/') ? breachesOf(file) : [];
      }),
  broken: {
    'src/platform/lib/clock.ts': "import { errorText } from '../errors.ts';",
    'src/platform/db/open.ts': "import type { Task } from '../tasks/task.ts';",
    'src/api/image/wire/wire.ts': "import {\n  shape,\n} from '../../video/wire.ts';",
    'src/engines/sketch/paint.ts': "export { look } from '../comfy/look.ts';",
    'src/engines/sketch/work.ts': "import { fbm } from '../../../packages/sketch/src/raster/noise.ts';",
    'src/engines/sketch/fonts.ts': "import { fonts } from '../../../packages/sketch/src/index.ts';",
    'src/media/picture/picture.ts': "import {\n  thumbnailOf,\n} from '@kinora/sketch';",
    'src/engines/contract/engine.ts': "const engine = await import('./sketch/sketch-engine.ts');",
    'src/core/tasks/task.ts': "import '../support/servers/app.ts';",
    'src/newcomer/first.ts': "import { newSeed } from '../lib/id.ts';",
    'console/data/api.ts': "import { findToken } from '../../src/core/accounts/tokens.ts';",
    'console/data/session.ts': "import { procedures } from '../../src/api/procedures/table/contract.ts';",
    'console/pages/one/one-page.tsx': "import { two } from '../two/two-page.tsx';",
  },
};

function breachesOf({ path, text }: SourceFile): string[] {
  const from = partOf(path);
  const allowed = mayImport[from] ?? mayImport[kindOf(from)];
  if (!allowed) return [`${path}: list in test/tidy/import-direction.ts what ${from} may import`];
  const isAllowed = (to: string) => to === from || [to, kindOf(to), '*'].some(name => allowed.includes(name));
  const files = importsOf(text)
    .map(specifier => posix.join(posix.dirname(path), specifier))
    .filter(target => target !== 'package.json')
    // A package is imported by its name, which exposes its public API only.
    .filter(target => target.startsWith('packages/') || !isAllowed(partOf(target)));
  const packages = packagesOf(text).filter(name => !isAllowed(name));
  return [...files, ...packages].map(target => `${path}: ${from} must not import ${target}`);
}

/** From `src` only shared files; from the pages only the page's own files, except in the route table. */
function breachesInConsole({ path, text }: SourceFile): string[] {
  const page = /^console\/pages\/[^/]+\//.exec(path)?.[0];
  const targetOf = (specifier: string) => posix.join(posix.dirname(path), specifier);
  const built = new Set(importsOf(text.replaceAll(typeImport, '')).map(targetOf));
  return importsOf(text)
    .map(targetOf)
    .filter(target => {
      if (typesForConsole.includes(target)) return built.has(target);
      if (target.startsWith('src/')) return !sharedWithConsole.includes(partOf(target));
      const isOfPage = target.startsWith('console/pages/') && path !== 'console/routes.tsx';
      return isOfPage && (page === undefined || !target.startsWith(page));
    })
    .map(target => `${path}: the Console must not import ${target} there`);
}

const typeImport = /^(?:import|export) type [^'"`;]*? from '[^']+';/gm;

export function importsOf(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?'(\.[^']+)'/gm);
  const calls = text.matchAll(/\bimport\('(\.[^']+)'/g);
  return [...statements, ...calls].map(match => match[1] as string);
}

/** `'@kinora/sketch'` -> `packages/sketch`. */
function packagesOf(text: string): string[] {
  const imports = text.matchAll(/(?:\bfrom |^import |\bimport\()'@kinora\/([\w-]+)['/]/gm);
  return [...imports].map(match => `packages/${match[1]}`);
}

/** `src/api/image/wire/wire.ts` -> `interfaces/image`, `src/api/http/auth/auth.ts` -> `http`, `src/engines/contract/engine.ts` -> itself, `src/db/a/b.ts` -> `db`. */
function partOf(path: string): string {
  const [top = '', second = '', third] = path.replace(/^src\//, '').split('/');
  if (!path.startsWith('src/')) return path;
  if (top === 'engines' || (top === 'interfaces' && third)) return `${top}/${second}`;
  return top;
}

/** `interfaces/image` -> `interfaces/*`. A file is its own pattern. */
function kindOf(part: string): string {
  return part.endsWith('.ts') ? part : part.replace(/\/.*/, '/*');
}
