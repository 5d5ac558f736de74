/** Dark or light: as was chosen, else as the system is. */
import { kept } from '../data/kept.ts';

export type Theme = 'system' | 'dark' | 'light';

const chosen = kept<Theme>('theme', 'system');
const prefersLight = matchMedia('(prefers-color-scheme: light)');

/** Puts the theme on the page, now and whenever it changes. */
export function wearTheme(): void {
  wear();
  prefersLight.addEventListener('change', wear);
}

export function useTheme(): Theme {
  return chosen.use();
}

export function chooseTheme(theme: Theme): void {
  chosen.set(theme);
  wear();
}

function wear(): void {
  const theme = chosen.get();
  const isLight = theme === 'system' ? prefersLight.matches : theme === 'light';
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark';
}
