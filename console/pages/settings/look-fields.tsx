/** The look of the site: its logo, and the accent color of each theme. */
import { contrastIn, leastContrast, readableShade, textOn, type Theme } from '@kinora/shared/color/contrast';
import { useRef, useState } from 'react';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { settingMessages } from './messages.ts';

interface ColorFieldProps {
  readonly theme: Theme;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (color: string) => void;
}

const form = /^#[0-9a-f]{6}$/i;

export function ColorField({ theme, value, error, onChange }: ColorFieldProps) {
  const t = useMessages(settingMessages);
  const label = theme === 'light' ? t.accentLight : t.accentDark;
  const color = value.trim().toLowerCase();
  return (
    <Field label={label} hint={theme === 'light' ? t.accentLightHint : t.accentDarkHint} error={error}>
      {inputProps => (
        <div className="flex flex-wrap items-center gap-2">
          <input
            {...inputProps}
            type="text"
            className="field w-32! font-mono"
            placeholder={theme === 'light' ? '#9c4d08' : '#f0a35e'}
            maxLength={7}
            spellCheck={false}
            value={value}
            onChange={event => onChange(event.target.value)}
          />
          <input
            type="color"
            aria-label={label}
            className="h-9 w-11 cursor-pointer rounded-md border border-line-strong bg-surface p-1 pointer-coarse:h-11"
            value={form.test(color) ? color : theme === 'light' ? '#9c4d08' : '#f0a35e'}
            onChange={event => onChange(event.target.value)}
          />
          {form.test(color) && <ContrastNote {...{ theme, color, onChange }} />}
        </div>
      )}
    </Field>
  );
}

function ContrastNote({
  theme,
  color,
  onChange,
}: Pick<ColorFieldProps, 'theme' | 'onChange'> & { color: string }) {
  const t = useMessages(settingMessages);
  const contrast = contrastIn(theme, color);
  if (contrast >= leastContrast)
    return (
      <span className="rounded-md px-2 py-1 text-sm" style={{ backgroundColor: color, color: textOn(color) }}>
        {t.contrast(contrast.toFixed(1))}
      </span>
    );
  const shade = readableShade(theme, color);
  return (
    <Button size="s" onClick={() => onChange(shade)}>
      {t.betterShade(shade)}
      <span className="size-4 rounded-sm" style={{ backgroundColor: shade }} aria-hidden />
    </Button>
  );
}

/** A data URL of the new logo. Undefined leaves it as it was, and null removes it. */
export type LogoDraft = string | null | undefined;

interface LogoFieldProps {
  /** The URL of the current logo. Null if the site has none. */
  readonly present: string | null;
  readonly draft: LogoDraft;
  readonly error: string | undefined;
  readonly onChange: (draft: LogoDraft) => void;
}

const mostBytes = 180 * 1024;

export function LogoField({ present, draft, error, onChange }: LogoFieldProps) {
  const t = useMessages(settingMessages);
  const [isTooLarge, setTooLarge] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const shownLogo = draft === undefined ? present : draft;
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setTooLarge(file.size > mostBytes);
    if (file.size <= mostBytes) onChange(await readDataUrl(file));
  };
  return (
    <Field label={t.logo} hint={t.logoHint} error={isTooLarge ? t.logoTooLarge : error}>
      {inputProps => (
        <div className="flex flex-wrap items-center gap-2">
          {shownLogo !== null && (
            <img src={shownLogo} alt="" className="h-9 max-w-36 rounded-sm bg-raised object-contain p-1" />
          )}
          <input
            {...inputProps}
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/gif"
            className="sr-only"
            onChange={event => void choose(event.target.files?.[0])}
          />
          <Button onClick={() => input.current?.click()}>{t.chooseLogo}</Button>
          {shownLogo !== null && (
            <Button kind="quiet" onClick={() => onChange(null)}>
              {t.removeLogo}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
