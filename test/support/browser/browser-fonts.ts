/** The fonts of the packaged browser: its own, and one with Chinese characters. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackWoff } from '../../../src/media/document/unpack-woff.ts';

const chinese = fileURLToPath(new URL('../../../src/media/document/fonts/', import.meta.url));
const weights = [400, 700];

/**
 * The folder of the font configuration. The package's own configuration names folders of another machine, and
 * without any font the browser crashes on a form field.
 */
export async function browserFonts(folder: string): Promise<string> {
  const settings = join(folder, 'font-settings-2');
  if (existsSync(settings)) return settings;
  const scratch = await mkdtemp(`${settings}-`);
  await mkdir(join(scratch, 'fonts'));
  for (const weight of weights) {
    const font = await readFile(join(chinese, `noto-sans-sc-chinese-simplified-${weight}-normal.woff`));
    await writeFile(join(scratch, 'fonts', `noto-sans-sc-${weight}.otf`), unpackWoff(font));
  }
  const folders = [join(folder, 'fonts', 'fonts'), join(settings, 'fonts')];
  await writeFile(join(scratch, 'fonts.conf'), fontSettings(folders, join(settings, 'cache')));
  // Complete or missing: test files run concurrently, and another one may have created it.
  await rename(scratch, settings).catch(() => rm(scratch, { recursive: true }));
  return settings;
}

function fontSettings(folders: readonly string[], cache: string): string {
  const fonts = folders.map(path => `<dir>${path}</dir>`).join('');
  return `<fontconfig>${fonts}<cachedir>${cache}</cachedir></fontconfig>`;
}
