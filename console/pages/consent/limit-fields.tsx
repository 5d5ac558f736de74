/** The limits of the token: models, end, and spending cap. */
import { useCurrency } from '../../data/session.ts';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { consentMessages } from './messages.ts';
import type { Chosen } from './question.ts';

export type AmountName = 'cap' | 'askAbove';

interface LimitProps {
  readonly chosen: Chosen;
  readonly groups: readonly { readonly group: string }[];
  /** The amounts that cannot be read. */
  readonly wrong: readonly AmountName[];
  readonly onChange: (fields: Partial<Chosen>) => void;
}

export function LimitFields({ chosen, groups, wrong, onChange }: LimitProps) {
  const t = useMessages(consentMessages);
  const currency = useCurrency();
  const names: Readonly<Record<string, string>> = t.groupNames;
  return (
    <div className="card grid gap-3 p-3 sm:grid-cols-2">
      <SelectField
        label={t.group}
        value={chosen.group}
        choices={groups.map(({ group }) => ({ value: group, label: names[group] ?? group }))}
        onChange={event => onChange({ group: event.target.value })}
      />
      <SelectField
        label={t.ends}
        value={chosen.expires}
        choices={choicesOf(t.durations)}
        onChange={event => onChange({ expires: event.target.value })}
      />
      <TextField
        label={`${t.cap} (${currency})`}
        name="cap"
        inputMode="decimal"
        autoComplete="off"
        value={chosen.cap}
        error={wrong.includes('cap') ? t.amountNeeded : undefined}
        onChange={event => onChange({ cap: event.target.value })}
      />
      <SelectField
        label={t.per}
        value={chosen.span}
        choices={choicesOf(t.spans)}
        onChange={event => onChange({ span: event.target.value as Chosen['span'] })}
      />
      <TextField
        label={`${t.askAbove} (${currency})`}
        hint={t.askAboveHint}
        name="askAbove"
        inputMode="decimal"
        autoComplete="off"
        placeholder={t.never}
        className="sm:col-span-2"
        value={chosen.askAbove}
        error={wrong.includes('askAbove') ? t.amountNeeded : undefined}
        onChange={event => onChange({ askAbove: event.target.value })}
      />
    </div>
  );
}

function choicesOf(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([value, label]) => ({ value, label }));
}
