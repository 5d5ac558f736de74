/** Choices of theme and language. */
import { Languages } from '../icons/icons.ts';
import { IconButton } from '../ui/button.tsx';
import { SegmentedControl } from '../ui/fields/segmented-control.tsx';
import { Popover } from '../ui/popover.tsx';
import { chooseLanguage, useChosenLanguage } from '../i18n/language.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { chooseTheme, useTheme } from './theme.ts';
import { shellMessages } from './messages.ts';

export function ThemeChoice() {
  const t = useMessages(shellMessages);
  const segments = (['system', 'dark', 'light'] as const).map(value => ({ value, label: t.themes[value] }));
  return <SegmentedControl label={t.theme} value={useTheme()} segments={segments} onChange={chooseTheme} />;
}

export function LanguageChoice() {
  const t = useMessages(shellMessages);
  const segments = [
    { value: 'system', label: t.themes.system },
    { value: 'en', label: <span lang="en">English</span> },
    { value: 'zh', label: <span lang="zh-CN">中文</span> },
  ] as const;
  return (
    <SegmentedControl
      label={t.language}
      value={useChosenLanguage()}
      segments={segments}
      onChange={chooseLanguage}
    />
  );
}

/** Shows both choices in a popover, for pages without an account menu. */
export function LanguageAndTheme() {
  const { languageAndTheme: label } = useMessages(shellMessages);
  return (
    <Popover
      label={label}
      align="end"
      className="w-72 p-3!"
      trigger={triggerProps => <IconButton icon={Languages} label={label} {...triggerProps} />}
    >
      <div className="grid gap-3">
        <LanguageChoice />
        <ThemeChoice />
      </div>
    </Popover>
  );
}
