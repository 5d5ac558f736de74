/** Choices of theme and language. */
import { Segmented } from '../ui/fields/segmented.tsx';
import { chooseLanguage, useChosenLanguage } from '../i18n/language.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { chooseTheme, useTheme } from './theme.ts';
import { shellMessages } from './messages.ts';

export function ThemeChoice() {
  const t = useMessages(shellMessages);
  const segments = (['system', 'dark', 'light'] as const).map(value => ({ value, label: t.themes[value] }));
  return <Segmented label={t.theme} value={useTheme()} segments={segments} onChange={chooseTheme} />;
}

export function LanguageChoice() {
  const t = useMessages(shellMessages);
  const segments = [
    { value: 'system', label: t.themes.system },
    { value: 'en', label: <span lang="en">English</span> },
    { value: 'zh', label: <span lang="zh-CN">中文</span> },
  ] as const;
  return (
    <Segmented label={t.language} value={useChosenLanguage()} segments={segments} onChange={chooseLanguage} />
  );
}
