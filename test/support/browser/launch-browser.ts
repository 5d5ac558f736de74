/**
 * Chromium without a window. It imports nothing of node:test, which follows every promise of its process:
 * benchmarks open a browser beside what they measure.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { browserFonts } from './browser-fonts.ts';

export interface BrowserOptions {
  readonly hasScrollbars?: boolean;
}

/** The caller closes it. */
export async function launchBrowser({ hasScrollbars = false }: BrowserOptions = {}): Promise<Browser> {
  return chromium.launch({
    ...(await findChromium()),
    ...(hasScrollbars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
  });
}

interface ChromiumOptions {
  readonly executablePath: string;
  readonly env?: Record<string, string>;
}

/**
 * The browser of the npm package, which needs nothing of the system, is the same everywhere, and
 * has no user interface that would start with it. It is built for Linux on x64 only; elsewhere it
 * is the browser of the system.
 */
async function findChromium(): Promise<ChromiumOptions> {
  const ofSystem = '/usr/bin/chromium';
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  if (!isPackaged && existsSync(ofSystem)) return { executablePath: ofSystem };
  const folder = await unpackedChromium();
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: await browserFonts(folder) };
  return { executablePath: join(folder, 'chromium'), env: { ...(process.env as typeof env), ...env } };
}

const nodeModules = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

/** Unpacked once per installation. Complete or missing, because test files run concurrently. */
async function unpackedChromium(): Promise<string> {
  const manifest = join(nodeModules, '@sparticuz', 'chromium', 'package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const folder = join(nodeModules, '.cache', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(join(nodeModules, '.cache'), { recursive: true });
  const scratch = await mkdtemp(`${folder}-`);
  // The package unpacks into the system's temporary folder, and unpacks its system
  // libraries only if it detects Lambda.
  await promisify(execFile)(
    process.execPath,
    ['-e', "import('@sparticuz/chromium').then(({ default: package_ }) => package_.executablePath())"],
    {
      cwd: nodeModules,
      env: { ...process.env, TMPDIR: scratch, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    },
  );
  // This fails if another test file was faster.
  await rename(scratch, folder).catch(() => rm(scratch, { recursive: true }));
  return folder;
}
