/** The filters of the task list: search words, and a chip per field. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Search, X } from '../../icons/icons.ts';
import { accountsQuery } from '../../data/operators/operator-queries.ts';
import type { Facet, TaskFacets } from '../../data/tasks/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { FacetChip, SwitchChip, type FacetChoice } from '../../ui/filters/facet-chip.tsx';
import { isCommit } from '../../ui/keys.ts';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { asChange, times, toView, type TaskSearch } from './views.ts';
import { taskMessages } from './messages.ts';

interface FiltersProps {
  readonly search: TaskSearch;
  readonly facets: TaskFacets | undefined;
  readonly onChange: (change: Partial<TaskSearch>) => void;
}

export function TaskFilters({ search, facets, onChange }: FiltersProps) {
  const t = useMessages(taskMessages);
  const ui = useMessages(uiMessages);
  const chip = (name: keyof TaskSearch & string, label: string, choices: readonly FacetChoice[]) => (
    <FacetChip
      label={label}
      value={search[name]}
      choices={choices}
      onChange={value => onChange({ [name]: value })}
    />
  );
  const toChoices = (facets: readonly Facet[] | undefined, names: Readonly<Record<string, string>> = {}) =>
    (facets ?? []).map(({ value, name, count }) => ({ value, label: names[value] ?? name ?? value, count }));
  return (
    <div className="flex flex-wrap items-center gap-1.5 max-sm:grid">
      <SearchBox
        key={search.q ?? ''}
        value={search.q ?? ''}
        label={t.search}
        onChange={q => onChange({ q })}
      />
      <div className="flex flex-wrap items-center gap-1.5 sm:contents">
        {chip('state', t.state, toChoices(facets?.state, ui.state))}
        <FacetChip
          label={t.kind}
          value={search.kind}
          isSingle
          choices={toChoices(facets?.kind, ui.kind)}
          onChange={kind => onChange({ kind })}
        />
        {chip('model', t.model, toChoices(facets?.model))}
        {chip('tier', t.tier, toChoices(facets?.tier, ui.tier))}
        {chip('action', t.action, toChoices(facets?.action, ui.action))}
        <FacetChip
          label={t.token}
          value={search.token}
          isSingle
          choices={toChoices(facets?.token)}
          onChange={token => onChange({ token })}
        />
        <LinkedChip name="user" search={search} onChange={onChange} />
        <LinkedChip name="end_user" search={search} onChange={onChange} />
        {search.scope === 'all' && <AccountChip search={search} onChange={onChange} />}
        <SpanChips search={search} onChange={onChange} />
        <SwitchChip
          label={t.starred}
          count={facets?.starred}
          isOn={search.starred === 'true'}
          onChange={isOn => onChange({ starred: isOn ? 'true' : undefined })}
        />
        {Object.keys(toView(search)).length > 0 && (
          <Button kind="quiet" size="s" icon={X} onClick={() => onChange(asChange({}))}>
            {t.clear}
          </Button>
        )}
      </div>
    </div>
  );
}

type PartProps = Omit<FiltersProps, 'facets'>;

function SpanChips({ search, onChange }: PartProps) {
  const t = useMessages(taskMessages);
  const choices = (names: Readonly<Record<string, string>>, order: readonly string[]) =>
    order.map(value => ({ value, label: names[value] ?? value }));
  return (
    <>
      <FacetChip
        label={t.time}
        value={search.from}
        isSingle
        choices={choices(t.times, times)}
        onChange={from => onChange({ from, to: undefined })}
      />
      <FacetChip
        label={t.ran}
        value={search.slower}
        isSingle
        choices={choices(t.slower, ['30', '60', '300'])}
        onChange={slower => onChange({ slower })}
      />
    </>
  );
}

/** Set by links from the usage page and from the details of a task. */
function LinkedChip({ name, search, onChange }: PartProps & { readonly name: 'user' | 'end_user' }) {
  const t = useMessages(taskMessages);
  const value = search[name];
  if (!value) return null;
  const label = name === 'user' ? t.user : t.endUser;
  return (
    <FacetChip
      label={label}
      value={value}
      isSingle
      choices={[{ value, label: value }]}
      onChange={to => onChange({ [name]: to })}
    />
  );
}

function AccountChip({ search, onChange }: PartProps) {
  const t = useMessages(taskMessages);
  const { data = [] } = useQuery(accountsQuery);
  return (
    <FacetChip
      label={t.account}
      value={search.account}
      isSingle
      choices={data.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={account => onChange({ account })}
    />
  );
}

const debounceMs = 250;

/** Debounced, so that not every keystroke sends a request. */
function SearchBox({
  value,
  label,
  onChange,
}: {
  readonly value: string;
  readonly label: string;
  readonly onChange: (text: string | undefined) => void;
}) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const applyText = (newText: string, delayMs: number) => {
    setText(newText);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(newText.trim() || undefined), delayMs);
  };
  return (
    <div className="relative w-full sm:w-64">
      <Search size={14} className="pointer-events-none absolute top-2.5 left-2.5 text-muted" aria-hidden />
      <input
        type="search"
        autoFocus={value !== ''}
        aria-label={label}
        placeholder={label}
        className="field min-h-8! py-1! pl-8! text-sm"
        value={text}
        onChange={event => applyText(event.target.value, debounceMs)}
        onKeyDown={event => isCommit(event) && applyText(text, 0)}
      />
    </div>
  );
}
