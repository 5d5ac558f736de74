/** Less common limits of a token: expiry, rate limit, models, addresses. */
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from '../../icons/icons.ts';
import { useUser } from '../../data/session.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { formatDay } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Group } from '../../data/tokens/account-groups.ts';
import { modelLinesQuery, modelsInGroup } from './groups.ts';
import { type Draft, furtherLimits } from './token-draft.ts';
import { tokenMessages } from './messages.ts';
import { moreMessages } from './more-messages.ts';

interface MoreLimitsProps {
  readonly draft: Draft;
  readonly group: Group | undefined;
  readonly onChange: (fields: Partial<Draft>) => void;
  /** Whether an existing token is changed: its expiry stays unless a new one is set. */
  readonly isChange?: boolean;
}

export function MoreLimits(props: MoreLimitsProps) {
  const t = useMessages(moreMessages);
  const { draft } = props;
  const count = furtherLimits.filter(name => draft[name] !== '').length;
  const expiry = isDay(draft.expires)
    ? t.expiresOn(formatDay(draft.expires))
    : t.expiries[draft.expires as keyof typeof t.expiries];
  return (
    <details className="card group">
      <summary className="flex flex-wrap items-center gap-x-3 gap-y-0.5 p-4 marker:content-none">
        <ChevronRight
          size={16}
          aria-hidden
          className="transition-transform duration-120 group-open:rotate-90"
        />
        <span className="font-semibold">{t.more}</span>
        <span className="text-sm text-muted">
          {count > 0 ? t.moreSet(expiry, count) : t.moreDescription(expiry)}
        </span>
      </summary>
      <div className="border-t border-line p-4">
        <MoreFields {...props} />
      </div>
    </details>
  );
}

export function MoreFields({ draft, group, onChange, isChange = false }: MoreLimitsProps) {
  const t = useMessages(moreMessages);
  const shared = useMessages(tokenMessages);
  const { role } = useUser();
  const { data: models = [] } = useQuery(modelLinesQuery);
  const bind = bindFields(draft, onChange);
  const number = (name: 'max_open' | 'max_per_minute', label: string, hint: string) => (
    <TextField {...{ label, hint }} type="number" min={1} placeholder={shared.noLimit} {...bind(name)} />
  );
  const tiers = (['relax', 'fast', 'turbo'] as const).map(value => ({
    value,
    label: shared.tierNames[value],
  }));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Expiry {...{ draft, onChange, isChange }} />
      <SelectField
        label={t.tier}
        {...bind('tier')}
        choices={[{ value: '', label: t.tierDefault }, ...tiers]}
      />
      {number('max_open', t.maxOpen, t.maxOpenHint)}
      {number('max_per_minute', t.maxPerMinute, t.maxPerMinuteHint)}
      <Amounts {...{ draft, onChange }} />
      {role !== 'member' && (
        <SelectField
          label={shared.scope}
          hint={shared.scopeHint}
          className="sm:col-span-2"
          {...bind('scope')}
          choices={[
            { value: '', label: shared.scopes.own },
            { value: 'account', label: shared.scopes.account },
          ]}
        />
      )}
      {group && !draft.both && (
        <div className="sm:col-span-2">
          <p className="mb-1.5 text-sm font-medium">{t.models}</p>
          <FilterChips
            label={t.models}
            isQuiet
            max={1000}
            chips={modelsInGroup(group, models).map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.models}
            onChange={value => onChange({ models: value ?? '' })}
          />
          <p className="mt-1.5 text-xs text-muted">{t.modelsHint}</p>
        </div>
      )}
      <TextField
        label={t.addresses}
        hint={t.addressesHint}
        className="sm:col-span-2"
        autoComplete="off"
        spellCheck={false}
        {...bind('addresses')}
      />
    </div>
  );
}

/** Shows what end users of a client may spend, and an agent on a call without asking. */
function Amounts({ draft, onChange }: Pick<MoreLimitsProps, 'draft' | 'onChange'>) {
  const t = useMessages(moreMessages);
  const { noLimit } = useMessages(tokenMessages);
  const bind = bindFields(draft, onChange);
  return (
    <>
      <TextField
        label={t.capEndUser}
        hint={t.capEndUserHint}
        type="number"
        min={0}
        step="any"
        placeholder={noLimit}
        {...bind('cap_end_user')}
      />
      <TextField
        label={t.askAbove}
        hint={t.askAboveHint}
        className="sm:col-span-2"
        inputMode="decimal"
        placeholder={noLimit}
        {...bind('ask_above')}
      />
    </>
  );
}

const spans = ['1d', '7d', '30d', '90d', '365d', 'never'] as const;
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

function Expiry({ draft: { expires }, onChange, isChange }: Omit<MoreLimitsProps, 'group'>) {
  const t = useMessages(moreMessages);
  const choices = spans.map(value => ({ value: value as string, label: t.expiries[value] }));
  const value = isDay(expires) ? 'date' : expires;
  const choose = (expiry: string) => onChange({ expires: expiry === 'date' ? dayAhead() : expiry });
  return (
    <div className="grid gap-2">
      <SelectField
        label={t.expiry}
        hint={t.expiryHint}
        value={value}
        choices={[
          ...(isChange ? [{ value: '', label: t.expiries.keep }] : []),
          ...choices,
          { value: 'date', label: t.expiries.date },
        ]}
        onChange={event => choose(event.target.value)}
      />
      {isDay(expires) && (
        <TextField
          label={t.day}
          isQuiet
          type="date"
          required
          value={expires}
          onChange={event => event.target.value && onChange({ expires: event.target.value })}
        />
      )}
    </div>
  );
}

const monthMs = 30 * 86_400_000;

function dayAhead(): string {
  return new Date(Date.now() + monthMs).toISOString().slice(0, 10);
}
