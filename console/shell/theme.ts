/** Dark or light: as was chosen, else as the system is. */
import { openStoredValue } from '../state/stored-value.ts';

export type Theme = 'system' | 'dark' | 'light';

const chosen = openStoredValue<Theme>('theme', 'system');
const prefersLight = matchMedia('(prefers-color-scheme: light)');

/** Puts the theme on the page, now and whenever it changes. */
export function applyTheme(): void {
  apply();
  prefersLight.addEventListener('change', apply);
}

export function useTheme(): Theme {
  return chosen.use();
}

export function chooseTheme(theme: Theme): void {
  chosen.set(theme);
  apply();
}

function apply(): void {
  const theme = chosen.get();
  const isLight = theme === 'system' ? prefersLight.matches : theme === 'light';
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark';
}
