/** The limits of the token: models, end, and spending cap. */
import { useCurrency } from '../../data/session.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { consentMessages } from './messages.ts';
import type { ConsentLimits } from './question.ts';

export type AmountName = 'cap' | 'askAbove';

interface LimitProps {
  readonly limits: ConsentLimits;
  readonly groups: readonly { readonly group: string }[];
  /** The amounts that cannot be read. */
  readonly wrong: readonly AmountName[];
  readonly onChange: (fields: Partial<ConsentLimits>) => void;
}

export function LimitFields({ limits, groups, wrong, onChange }: LimitProps) {
  const t = useMessages(consentMessages);
  const currency = useCurrency();
  const bind = bindFields(limits, onChange);
  const names: Readonly<Record<string, string>> = t.groupNames;
  return (
    <div className="card grid gap-3 p-3 sm:grid-cols-2">
      <SelectField
        label={t.group}
        {...bind('group')}
        choices={groups.map(({ group }) => ({ value: group, label: names[group] ?? group }))}
      />
      <SelectField label={t.ends} {...bind('expires')} choices={toChoices(t.durations)} />
      <TextField
        label={`${t.cap} (${currency})`}
        name="cap"
        inputMode="decimal"
        autoComplete="off"
        {...bind('cap')}
        error={wrong.includes('cap') ? t.amountNeeded : undefined}
      />
      <SelectField label={t.per} {...bind('span')} choices={toChoices(t.spans)} />
      <TextField
        label={`${t.askAbove} (${currency})`}
        hint={t.askAboveHint}
        name="askAbove"
        inputMode="decimal"
        autoComplete="off"
        placeholder={t.never}
        className="sm:col-span-2"
        {...bind('askAbove')}
        error={wrong.includes('askAbove') ? t.amountNeeded : undefined}
      />
    </div>
  );
}

function toChoices(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([value, label]) => ({ value, label }));
}
