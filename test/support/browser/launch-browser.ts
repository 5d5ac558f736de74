/**
 * Chromium without a window. It imports nothing of node:test, which follows every promise of its process:
 * benchmarks open a browser beside what they measure.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { installPackages, packageVersion } from '../programs/install-packages.ts';
import { oncePerRun } from '../servers/once-per-run.ts';
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

const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));

/** Installs and unpacks it when it is first needed. Complete or missing, as test files run concurrently. */
function unpackedChromium(): Promise<string> {
  const version = packageVersion('browser', '@sparticuz/chromium');
  const folder = join(cache, `chromium-${version}`);
  return existsSync(folder) ? Promise.resolve(folder) : oncePerRun('chromium', () => unpackChromium(folder));
}

/** The package is only a shell around the browser, and is not kept. */
async function unpackChromium(folder: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  const [packageFolder, browserFolder] = await Promise.all([
    mkdtemp(`${folder}-npm-`),
    mkdtemp(`${folder}-`),
  ]);
  try {
    await installPackages('browser', packageFolder);
    // It unpacks into the system's temporary folder, and unpacks its system libraries only if it
    // detects Lambda.
    await promisify(execFile)(
      process.execPath,
      ['-e', "import('@sparticuz/chromium').then(({ default: package_ }) => package_.executablePath())"],
      {
        cwd: packageFolder,
        env: { ...process.env, TMPDIR: browserFolder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      },
    );
    // This fails if another run was faster.
    await rename(browserFolder, folder).catch(() => rm(browserFolder, { recursive: true }));
  } finally {
    await rm(packageFolder, { recursive: true });
  }
  return folder;
}
