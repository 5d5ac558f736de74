/**
 * npm run build, and before npm pack: writes dist/, the checkout in JavaScript. Node does not strip types
 * below node_modules, so an installed product needs it. dist/ has the layout of the checkout: paths from a
 * file to another stay as they are.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtConsole } from '../src/app/start/built-console.ts';
import { undeclaredPackages } from './undeclared-packages.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const dist = join(root, 'dist');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
/** Packages that only tests and builds use, and one that no part of the product imports. */
const leftOut = /^packages\/ai-sdk\/|\.test\.ts$|\/testing\/|conformance\.ts$|\/build-[a-z-]+\.ts$/;

rmSync(dist, { recursive: true, force: true });
for (const path of sourceFiles()) buildFile(path);
for (const path of ['package.json', 'migrations', 'models', 'local-models', 'docs'])
  copy(join(root, path), path);
copy(await builtConsole(), 'built-console');

// Last, because it may be made of all files.
writeFileSync(join(dist, 'build'), buildId());

const undeclaredNames = undeclaredPackages(dist, Object.keys(manifest.dependencies));
if (undeclaredNames.length > 0)
  throw new Error(
    `package.json must name as dependencies, not as devDependencies: ${undeclaredNames.join(', ')}`,
  );

/**
 * The commit, if all files of the checkout are as they were committed, and otherwise a hash of what was
 * built (src/platform/build.ts).
 */
function buildId(): string {
  const digits = 12;
  try {
    const git = (...words: string[]) =>
      execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    if (git('status', '--porcelain') === '') return git('rev-parse', 'HEAD').slice(0, digits);
  } catch {
    // An image is built of a copy without its history, and maybe without git.
  }
  const hash = createHash('sha256');
  for (const path of filesIn(dist, ['**/*']).sort())
    hash.update(`${path}\0`).update(readFileSync(join(dist, path)));
  return hash.digest('hex').slice(0, digits);
}

function sourceFiles(): string[] {
  return filesIn(root, ['src/**/*', 'packages/*/src/**/*']).filter(path => !leftOut.test(path));
}

function filesIn(folder: string, patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: folder, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)));
}

function buildFile(path: string): void {
  if (!path.endsWith('.ts')) return copy(join(root, path), path);
  const code = withoutRacePoints(stripTypeScriptTypes(readFileSync(join(root, path), 'utf8')));
  const target = join(dist, path.replace(/\.ts$/, '.js'));
  const folder = dirname(target);
  mkdirSync(folder, { recursive: true });
  writeFileSync(target, withJavaScriptPaths(code, folder));
}

/** Only tests stop at race points (`src/platform/lib/async/race-point.ts`). */
function withoutRacePoints(code: string): string {
  return code.replace(/^(?: *await racePoint\('[^']*'\);|import \{ racePoint \} from '[^']*';)\n/gm, '');
}

/**
 * `'./task.ts'` becomes `'./task.js'`: in imports, and in addresses of programs that are started. A package
 * of this checkout becomes the path of its public module: `@kinora/sketch` of `src/index.ts`,
 * `@kinora/sketch/prompt` of `src/prompt.ts`.
 */
function withJavaScriptPaths(code: string, folder: string): string {
  return code
    .replace(/'(\.{1,2}\/[^'\n]*)\.ts'/g, "'$1.js'")
    .replace(
      /(?<=from )'kinora-client'/g,
      `'${relative(folder, join(dist, 'packages/client/src/index.js'))}'`,
    )
    .replace(
      /(?<=from |import\(|import )'@kinora\/([\w-]+)(?:\/([\w/-]+))?'/g,
      (_, name: string, module = 'index') => {
        return `'${relative(folder, join(dist, 'packages', name, `src/${module}.js`))}'`;
      },
    );
}

function copy(from: string, path: string): void {
  cpSync(from, join(dist, path), { recursive: true });
}
