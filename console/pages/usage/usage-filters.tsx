/** The filters of the usage page: grouping, time range and values, all stored in the URL. */
import { X } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { hasRole, useUser } from '../../data/session.ts';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { filterKeys, usageKeys, defaultRange, type UsageRequest, type UsageAddress } from './usage.ts';
import { usageMessages } from './messages.ts';

export function UsageFilters({ request }: { readonly request: UsageRequest }) {
  const t = useMessages(usageMessages);
  const user = useUser();
  const [address, change] = useAddress<UsageAddress>();
  const isAll = address.account === 'all';
  const keys = usageKeys.filter(
    key => (key !== 'account' || isAll) && (key !== 'user' || hasRole(user, 'owner')),
  );
  const measure = address.show === 'requests' ? 'requests' : 'amount';
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Range request={request} />
        <SegmentedControl
          label={t.show}
          isQuiet
          value={measure}
          segments={(['amount', 'requests'] as const).map(value => ({ value, label: t.measures[value] }))}
          onChange={show => change({ show: show === 'amount' ? undefined : show })}
        />
        {hasRole(user, 'operator') && (
          <SegmentedControl
            label={t.whose}
            isQuiet
            value={isAll ? 'all' : 'own'}
            segments={(['own', 'all'] as const).map(value => ({ value, label: t[value] }))}
            onChange={scope => change({ account: scope === 'all' ? 'all' : undefined })}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <FilterChips
          label={t.by}
          max={2}
          chips={keys.map(value => ({ value, label: t.keys[value] }))}
          value={request.by.join(',')}
          onChange={groupBy => change({ by: groupBy === 'day' ? undefined : groupBy })}
        />
        <ActiveFilters />
      </div>
    </div>
  );
}

/** Filters set by drilling down. */
function ActiveFilters() {
  const t = useMessages(usageMessages);
  const [address, change] = useAddress<UsageAddress>();
  const activeFilters = filterKeys.flatMap(key => (address[key] ? [[key, address[key]] as const] : []));
  if (activeFilters.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1.5">
      {activeFilters.map(([key, value]) => (
        <button
          key={key}
          type="button"
          aria-label={t.without(value)}
          onClick={() => change({ [key]: undefined })}
          className="inline-flex min-h-7 items-center gap-1.5 rounded-full border border-accent bg-accent-soft px-2.5 text-sm pointer-coarse:min-h-10"
        >
          <span className="text-muted">{t.keys[key]}</span>
          {value}
          <X size={14} aria-hidden />
        </button>
      ))}
    </span>
  );
}

const ranges = ['1', '7', '30', '90'] as const;

function Range({ request: { first, last } }: { readonly request: UsageRequest }) {
  const t = useMessages(usageMessages);
  const [address, change] = useAddress<UsageAddress>();
  const isCustom = address.from !== undefined;
  const choose = (range: (typeof ranges)[number] | 'custom') =>
    range === 'custom'
      ? change({ from: first, to: last, range: undefined })
      : change({ from: undefined, to: undefined, range: range === defaultRange ? undefined : range });
  const segments = ranges.map(value => ({ value: value as string, label: t.days(Number(value)) }));
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SegmentedControl
        label={t.range}
        isQuiet
        value={isCustom ? 'custom' : (address.range ?? defaultRange)}
        segments={[...segments, { value: 'custom', label: t.custom }]}
        onChange={value => choose(value as 'custom')}
      />
      {isCustom &&
        (['from', 'to'] as const).map(name => (
          <TextField
            key={name}
            label={t[name]}
            isQuiet
            type="date"
            max={name === 'from' ? last : undefined}
            min={name === 'to' ? first : undefined}
            value={name === 'from' ? first : last}
            onChange={event => event.target.value && change({ [name]: event.target.value })}
          />
        ))}
    </div>
  );
}
