/** Pictures and fonts of the built Console, for pages outside it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const fonts = '../node_modules/@fontsource-variable/';

export interface ConsoleAssets {
  /** The address of an asset, by its source path below console/. Returns undefined if there is none. */
  find(source: string): string | undefined;
  /** The files of the typeface: the style sheet for Chinese, and the fonts for Latin text and code. */
  readonly typeface: Typeface | undefined;
}

export interface Typeface {
  readonly chinese: string;
  readonly latin: string;
  readonly code: string;
}

/**
 * `folder` is that of the built Console, undefined if it could not be built. `path` is
 * that of the configured address.
 */
export function consoleAssets(folder: string | undefined, path: string): ConsoleAssets {
  const manifest = join(folder ?? '', '.vite', 'manifest.json');
  const parts: Readonly<Record<string, { readonly file: string }>> =
    folder !== undefined && existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  const find = (source: string) => parts[source] && `${path}/console/${parts[source].file}`;
  const chinese = find(`${fonts}noto-sans-sc/wght.css`);
  const latin = find(`${fonts}source-sans-3/files/source-sans-3-latin-wght-normal.woff2`);
  const code = find(`${fonts}source-code-pro/files/source-code-pro-latin-wght-normal.woff2`);
  return { find, typeface: chinese && latin && code ? { chinese, latin, code } : undefined };
}

/** Writes the font faces as console/typeface.css has them. */
export function fontFaces({ latin, code }: Typeface): string {
  const face = (name: string, url: string, rest: string) =>
    `@font-face { font-family: "${name}"; font-weight: 200 900; font-display: swap; src: url("${url}") format("woff2"); ${rest} }`;
  const latinDescriptors =
    'size-adjust: 111.7%; unicode-range: U+0000-00B6, U+00B8-00FF, U+2000-2013, U+20AC;';
  return `${face('Kinora Latin', latin, latinDescriptors)} ${face('Kinora Mono', code, 'unicode-range: U+0000-00FF;')}`;
}
