/** The address of the documentation of the current page, in the language of the Console. */
import { useLocation } from '@tanstack/react-router';
import { basePath } from '../data/server-path.ts';
import { useLanguage } from '../i18n/language.ts';
import { helpAddress } from './help.ts';

export function useHelpAddress(): string {
  const { pathname } = useLocation();
  const language = useLanguage();
  return basePath + helpAddress(pathname, language);
}
