/** The look that the operator gave the site: what pages add to their style, and where its logo is. */
import { createHash } from 'node:crypto';
import { softBackground, textOn, type Theme } from '@kinora/shared/color/contrast';
import type { Site } from '../../../core/operate/site.ts';

export const logoPath = '/api/logo';

/** `path` is that of the configured address. Returns undefined if there is no logo. */
export function logoAddress({ logoVersion }: Site, path: string): string | undefined {
  return logoVersion === undefined ? undefined : `${path}${logoPath}?v=${logoVersion}`;
}

/**
 * Sets the accent color of the themes, where the operator chose one. `selectors` name the themes of the page.
 */
export function accentStyle(site: Site, selectors: Readonly<Record<Theme, string>>): string {
  const colors = { dark: site.accentDark, light: site.accentLight };
  return (['dark', 'light'] as const)
    .flatMap(theme => {
      const accent = colors[theme];
      if (accent === undefined) return [];
      const names = `--accent:${accent};--on-accent:${textOn(accent)};--accent-soft:${softBackground(theme, accent)}`;
      // Elements on the dark stage have the accent of the dark theme in both themes.
      const stage = theme === 'dark' ? `;--stage-accent:${accent}` : '';
      return [selectors[theme].replace('{}', `{${names}${stage}}`)];
    })
    .join('');
}

/** Allows one style in the content security policy of a page that allows none inside it. */
export function styleSource(style: string): string {
  return style === '' ? '' : ` 'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
