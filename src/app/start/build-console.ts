/**
 * Script: builds the Console for its sources as they are now, unless that was done. Run by the
 * install and by `built-console.ts`.
 */
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'vite';
import { settings } from '../../../console/vite.config.ts';
import { consoleBuildFolder } from './built-console.ts';

const compress = promisify(brotliCompress);

const folder = consoleBuildFolder();
if (!existsSync(folder)) await buildConsole(folder);

async function buildConsole(folder: string): Promise<void> {
  const builds = dirname(folder);
  await mkdir(builds, { recursive: true });
  const scratch = await mkdtemp(join(builds, 'making-'));
  const output = { ...settings.build, outDir: scratch, emptyOutDir: true };
  await build({ ...settings, logLevel: 'error', build: output });
  await compressAll(scratch);
  // The folder of the build is complete or does not exist. Another process may have built it first.
  await rename(scratch, folder).catch(() => rm(scratch, { recursive: true }));
  await removeOthers(folder);
}

/** Writes a brotli file beside each text file, so that no request waits for compression. */
async function compressAll(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,html}', { cwd: folder });
  for (const file of files) {
    const bytes = await readFile(join(folder, file));
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    await writeFile(join(folder, `${file}.br`), await compress(bytes, { params }));
  }
}

async function removeOthers(currentBuild: string): Promise<void> {
  const builds = dirname(currentBuild);
  const oldBuilds = (await readdir(builds)).filter(
    name => name !== basename(currentBuild) && !name.startsWith('making-'),
  );
  await Promise.all(oldBuilds.map(name => rm(join(builds, name), { recursive: true, force: true })));
}
