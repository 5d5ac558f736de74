/** The theme, dark or light: as chosen, or else the system's. */
import { openStoredValue } from '../state/stored-value.ts';

export type Theme = 'system' | 'dark' | 'light';

const storedTheme = openStoredValue<Theme>('theme', 'system');
const prefersLight = matchMedia('(prefers-color-scheme: light)');

/** Applies the theme to the page, now and whenever it changes. */
export function applyTheme(): void {
  apply();
  prefersLight.addEventListener('change', apply);
}

export function useTheme(): Theme {
  return storedTheme.use();
}

export function chooseTheme(theme: Theme): void {
  storedTheme.set(theme);
  apply();
}

function apply(): void {
  const theme = storedTheme.get();
  const isLight = theme === 'system' ? prefersLight.matches : theme === 'light';
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark';
}
