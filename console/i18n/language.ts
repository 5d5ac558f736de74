/** The language: as chosen, or else the browser's. */
import { openStoredValue } from '../state/stored-value.ts';

export type Language = 'en' | 'zh';

const storedLanguage = openStoredValue<Language | 'system'>('language', 'system');

export function language(): Language {
  const value = storedLanguage.get();
  return value === 'system' ? browserLanguage() : value;
}

export function useLanguage(): Language {
  const value = storedLanguage.use();
  return value === 'system' ? browserLanguage() : value;
}

export function chooseLanguage(value: Language | 'system'): void {
  storedLanguage.set(value);
  applyLanguage();
}

/**
 * Chromium without a locale reports the language `en-US@posix`, which `Intl` rejects and libraries pass on
 * unchanged. This replaces it with English.
 */
export function fixBrowserLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}

/** Sets the document's language, for screen readers and fonts. */
export function applyLanguage(): void {
  document.documentElement.lang = language() === 'zh' ? 'zh-CN' : 'en';
}

export function useChosenLanguage(): Language | 'system' {
  return storedLanguage.use();
}

function browserLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
