/** The spending caps of a token: total, per day, per month, with a summary. */
import { useCurrency, useServerZone } from '../../data/session.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { defaultCap, type Draft } from './token-draft.ts';
import { tokenMessages } from './messages.ts';

interface SpendProps {
  readonly draft: Draft;
  readonly onChange: (fields: Partial<Draft>) => void;
}

const presetCaps = ['1', defaultCap, '50'];

export function SpendFields({ draft, onChange }: SpendProps) {
  const t = useMessages(tokenMessages);
  const currency = useCurrency();
  const timeZone = useServerZone();
  const bind = bindFields(draft, onChange);
  const isAny = draft.cap_total || draft.cap_day || draft.cap_month;
  const isAmount = /^\d+(\.\d+)?$/.test(draft.cap_total.trim());
  // The server formats 1 as 1.00.
  const isSelected = (amount: string) => isAmount && Number(draft.cap_total) === Number(amount);
  const summary = isAmount
    ? t.spendsTotal(formatMoney(draft.cap_total.trim(), currency), draft.both !== '')
    : isAny
      ? t.spendsWithinLimits
      : t.spendsWithoutLimit;
  return (
    <fieldset className="card grid min-w-0 gap-3 p-4">
      <legend className="sr-only">{t.spend}</legend>
      <p aria-hidden className="text-lg font-semibold">
        {t.spend}
      </p>
      <div className="flex flex-wrap gap-1.5">
        <Button
          size="s"
          aria-pressed={!isAny}
          className={isAny ? '' : 'border-accent! bg-accent-soft!'}
          onClick={() => onChange({ cap_total: '', cap_day: '', cap_month: '' })}
        >
          {t.noLimit}
        </Button>
        {presetCaps.map(amount => (
          <Button
            key={amount}
            size="s"
            aria-pressed={isSelected(amount)}
            className={isSelected(amount) ? 'border-accent! bg-accent-soft!' : ''}
            onClick={() => onChange({ cap_total: amount })}
          >
            {t.upTo(formatMoney(amount, currency))}
          </Button>
        ))}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        {(
          [
            ['cap_total', t.total],
            ['cap_day', t.perDay(timeZone)],
            ['cap_month', t.perMonth(timeZone)],
          ] as const
        ).map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            inputMode="decimal"
            placeholder={t.noLimit}
            autoComplete="off"
            {...bind(name)}
          />
        ))}
      </div>
      <p role="status" className={isAny ? 'text-sm' : 'text-sm text-warn'}>
        {summary}
      </p>
      <p className="text-xs text-muted">{t.spendHint}</p>
    </fieldset>
  );
}
