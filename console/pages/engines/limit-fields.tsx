/** Less common limits of an engine, collapsed by default: jobs per minute and budgets. */
import { ChevronRight } from '../../icons/icons.ts';
import type { FieldErrors } from '../../data/field-errors.ts';
import { useCurrency, useServerZone } from '../../data/session.ts';
import { bindFields, trimText } from '../../forms/bind-fields.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { limitFields, type EngineDraft } from './engine-draft.ts';
import { configureMessages } from './configure-messages.ts';

interface LimitFieldsProps {
  readonly draft: EngineDraft;
  readonly errors: FieldErrors;
  readonly onChange: (fields: Partial<EngineDraft>) => void;
}

export function LimitFields({ draft, errors, onChange }: LimitFieldsProps) {
  const t = useMessages(configureMessages);
  const currency = useCurrency();
  const timeZone = useServerZone();
  const bind = bindFields(draft, onChange, errors);
  const count = limitFields.filter(name => draft[name] !== '').length;
  const hasError = limitFields.some(name => errors.at(name));
  const labels = {
    starts_per_minute: t.perMinute,
    day_budget: t.dayBudget(currency),
    month_budget: t.monthBudget(currency),
  };
  return (
    <details className="group rounded-lg border border-line" open={hasError || undefined}>
      <summary className="flex flex-wrap items-center gap-x-2 p-3 marker:content-none">
        <ChevronRight
          size={16}
          aria-hidden
          className="transition-transform duration-120 group-open:rotate-90"
        />
        <span className="text-sm font-medium">{t.limits}</span>
        <span className="text-sm text-muted">{count > 0 ? t.limitsSet(count) : t.limitsHint}</span>
      </summary>
      <div className="grid gap-4 border-t border-line p-3">
        {limitFields.map(name => (
          <TextField
            key={name}
            label={labels[name]}
            hint={name === 'starts_per_minute' ? undefined : t.budgetHint(timeZone)}
            inputMode="decimal"
            autoComplete="off"
            placeholder={t.noLimit}
            {...bind(name, { convert: trimText })}
          />
        ))}
      </div>
    </details>
  );
}
