/**
 * The built Console: made once for its sources, by the install or at the first start after they changed, and served from
 * memory. Run by itself, it builds.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const root = fileURLToPath(new URL('../../', import.meta.url));
const builds = join(root, 'node_modules', '.cache', 'kinora', 'console');
/** The parts of `src` that the Console takes into the browser: what is reckoned there is what the server reckons. */
export const sharedWithConsole = ['prompt', 'billing', 'models', 'moderation', 'lib', 'errors.ts'];
/** What the Console is made of; `errors.ts` has its table in files of its own. */
const sources = [
  'console/**/*',
  ...sharedWithConsole.map(part => (part.endsWith('.ts') ? `src/${part}` : `src/${part}/**/*`)),
  'src/*error*.ts',
  'package.json',
  'package-lock.json',
];
const compress = promisify(brotliCompress);

/** The folder of the build for the sources as they are now. */
export async function builtConsole(): Promise<string> {
  const folder = join(builds, await hashOfSources());
  if (existsSync(folder)) return folder;
  await mkdir(builds, { recursive: true });
  const scratch = await mkdtemp(join(builds, 'making-'));
  const { build } = await import('vite');
  const { settings } = await import('../../console/vite.config.ts');
  const output = { ...settings.build, outDir: scratch, emptyOutDir: true };
  await build({ ...settings, logLevel: 'error', build: output });
  await compressAll(scratch);
  // Whole or not there. Another process may have been quicker.
  await rename(scratch, folder).catch(() => rm(scratch, { recursive: true }));
  await removeOthers(folder);
  return folder;
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter(file => file.isFile());
  const paths = files
    .map(file => join(file.parentPath, file.name))
    .filter(path => !path.endsWith('.test.ts'));
  for (const path of paths.sort()) hash.update(path.slice(root.length)).update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}

/** Beside each text its brotli form, so that nothing is compressed while somebody waits. */
async function compressAll(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,html}', { cwd: folder });
  for (const file of files) {
    const bytes = await readFile(join(folder, file));
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    await writeFile(join(folder, `${file}.br`), await compress(bytes, { params }));
  }
}

async function removeOthers(kept: string): Promise<void> {
  const old = (await readdir(builds)).filter(name => name !== basename(kept) && !name.startsWith('making-'));
  await Promise.all(old.map(name => rm(join(dirname(kept), name), { recursive: true, force: true })));
}

if (import.meta.main) await builtConsole();
