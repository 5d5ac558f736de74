/** Imports go down: a floor of `src` imports only floors below it. */
import { posix } from 'node:path';
import { isCode, type Rule, type SourceFile } from './rule.ts';

/** The floors of `src`, from the top. Below all of them are the packages, which are imported by name. */
const floors = ['app', 'api', 'core', 'engines', 'media', 'platform'];

/** What a kind of engine may import in addition to its own folder. */
const belowKinds = ['engines/contract', 'engines/adapter-kit', 'engines/planner', 'media', 'platform'];

/**
 * Folders of `src/api` that are no interfaces: what these share, and what has the forms of
 * several. All others are interfaces.
 */
const besidesInterfaces = ['http', 'procedures', 'records', 'chat', 'open-router'];

/** Files outside of `src` that it may import: the version, and the build of the Console. */
const importableFiles = ['package.json', 'console/vite.config.ts'];

/** Only its engine draws with this package. */
const drawingPackage = { name: 'packages/sketch', usedIn: 'src/engines/kinds/sketch/' };

/**
 * Files of `src` from which the Console uses types, with `import type` only, so nothing of
 * them is built into the page.
 */
const typesForConsole = [
  'src/api/procedures/table/contract.ts',
  'src/api/procedures/records/task-record.ts',
  'src/api/contract.ts',
];

export const importDirection: Rule = {
  title: `a floor imports only floors below it: ${floors.join(', ')}`,
  breaches: files =>
    files
      .filter(file => isCode(file) && !file.path.endsWith('.test.ts'))
      .flatMap(file => {
        if (file.path.startsWith('console/')) return breachesInConsole(file);
        return file.path.startsWith('src/') ? findBreaches(file) : [];
      }),
  counterexamples: {
    'src/platform/lib/daily-hours.ts': "import { tokens } from '../../core/accounts/tokens.ts';",
    'src/platform/db/open.ts': "import type { Task } from '../../core/tasks/task.ts';",
    'src/media/compose/extend.ts': "import type { EngineJob } from '../../engines/contract/engine.ts';",
    'src/core/tasks/task.ts': "import '../../../test/support/servers/app.ts';",
    'src/core/billing/prices.ts': "import {\n  shape,\n} from '../../api/video/wire.ts';",
    'src/api/image/wire/wire.ts': "import {\n  shape,\n} from '../../video/wire.ts';",
    'src/api/newcomer/newcomer-routes.ts': "import { getVideo } from '../video/get-video.ts';",
    'src/engines/contract/engine.ts': "const engine = await import('../kinds/sketch/sketch-engine.ts');",
    'src/engines/kinds/fal/fal-client.ts': "export { look } from '../bfl/look.ts';",
    'src/engines/kinds/sketch/work.ts':
      "import { fbm } from '../../../../packages/sketch/src/raster/noise.ts';",
    'src/media/picture/picture.ts': "import {\n  drawThumbnail,\n} from '@kinora/sketch';",
    'src/newcomer/first.ts': "import { newSeed } from '../platform/lib/id.ts';",
    'console/data/api.ts': "import { findToken } from '../../src/core/accounts/tokens.ts';",
    'console/data/session.ts': "import { procedures } from '../../src/api/procedures/table/contract.ts';",
    'console/pages/one/one-page.tsx': "import { two } from '../two/two-page.tsx';",
  },
};

function findBreaches({ path, text }: SourceFile): string[] {
  const floor = findFloor(path);
  if (!floors.includes(floor)) return [`${path}: src has the floors ${floors.join(', ')} and nothing else`];
  const files = findImports(text)
    .map(specifier => posix.join(posix.dirname(path), specifier))
    .filter(target => !importableFiles.includes(target) && !isBelow(path, target));
  const packages = findPackages(text).filter(
    name => name === drawingPackage.name && !path.startsWith(drawingPackage.usedIn),
  );
  return [...files, ...packages].map(target => `${path}: must not import ${target}`);
}

function isBelow(path: string, target: string): boolean {
  if (!target.startsWith('src/')) return false;
  const [from, to] = [floors.indexOf(findFloor(path)), floors.indexOf(findFloor(target))];
  if (from > to) return false;
  return (!isOfKind(path) || isForKinds(path, target)) && !isOtherInterface(path, target);
}

/** `engine-kinds.ts`, the list of kinds, is none. Contract, adapter kit and planner know no kind. */
function isOfKind(path: string): boolean {
  return path.startsWith('src/engines/') && path !== 'src/engines/kinds/engine-kinds.ts';
}

function isForKinds(path: string, target: string): boolean {
  const kind = /^src\/engines\/kinds\/[^/]+\//.exec(path)?.[0];
  if (kind && target.startsWith(kind)) return true;
  return belowKinds.some(folder => target.startsWith(`src/${folder}/`));
}

function isOtherInterface(path: string, target: string): boolean {
  const [from, to] = [path, target].map(file => /^src\/api\/([^/]+)\//.exec(file)?.[1] ?? '');
  const isInterface = (folder = '') => folder !== '' && !besidesInterfaces.includes(folder);
  return from !== to && isInterface(from) && isInterface(to);
}

/** Of `src` only types, and of the pages only the page's own files, except in the route table. */
function breachesInConsole({ path, text }: SourceFile): string[] {
  const page = /^console\/pages\/[^/]+\//.exec(path)?.[0];
  const resolveTarget = (specifier: string) => posix.join(posix.dirname(path), specifier);
  const runtimeImports = new Set(findImports(text.replaceAll(typeImport, '')).map(resolveTarget));
  return findImports(text)
    .map(resolveTarget)
    .filter(target => {
      if (target.startsWith('src/')) return !typesForConsole.includes(target) || runtimeImports.has(target);
      const isOfPage = target.startsWith('console/pages/') && path !== 'console/routes.tsx';
      return isOfPage && (page === undefined || !target.startsWith(page));
    })
    .map(target => `${path}: the Console must not import ${target} there`);
}

const typeImport = /^(?:import|export) type [^'"`;]*? from '[^']+';/gm;

export function findImports(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?'(\.[^']+)'/gm);
  const calls = text.matchAll(/\bimport\('(\.[^']+)'/g);
  return [...statements, ...calls].map(match => match[1] as string);
}

/** `'@kinora/sketch'` -> `packages/sketch`. */
function findPackages(text: string): string[] {
  const imports = text.matchAll(/(?:\bfrom |^import |\bimport\()'@kinora\/([\w-]+)['/]/gm);
  return [...imports].map(match => `packages/${match[1]}`);
}

/** `src/core/tasks/task.ts` -> `core`. */
function findFloor(path: string): string {
  return path.split('/')[1] ?? '';
}
