/** The filters of the gallery: search words, and chips with counts. */
import { useDeferredValue, useEffect, useState } from 'react';
import { CheckCheck, Download, Search, SlidersHorizontal, X } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { withQuery } from '../../data/api.ts';
import type { Facet, TaskFacets, TaskFilter } from '../../data/tasks/tasks.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Popover } from '../../ui/popover.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { saveFile } from '../../pictures/downloads/save-file.ts';
import { CollectionsButton } from './collections.tsx';
import { isFiltered, noFilter, seenActions, type GalleryAddress } from './gallery-filter.ts';
import type { GalleryItem } from './gallery-items.ts';
import { galleryMessages } from './messages.ts';
import { basePath } from '../../data/server-path.ts';

interface FiltersProps {
  readonly facets: TaskFacets | undefined;
  readonly filter: TaskFilter;
  /** The number of visible pictures. Undefined if more are to be loaded. */
  readonly items: readonly GalleryItem[] | undefined;
  readonly isSelecting: boolean;
  readonly onSelecting: (isOn: boolean) => void;
}

export function GalleryFilters({ facets, filter, items, isSelecting, onSelecting }: FiltersProps) {
  const t = useMessages(galleryMessages);
  const ui = useMessages(uiMessages);
  const [address, change] = useAddress<GalleryAddress>();
  return (
    <div className="mb-4 grid gap-3">
      <h1 className="sr-only">{t.title}</h1>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField />
        <CollectionsButton facets={facets} />
        <MoreFilters facets={facets} />
        <DownloadView {...{ facets, filter, items }} />
        <Button
          icon={CheckCheck}
          aria-pressed={isSelecting}
          kind={isSelecting ? 'primary' : 'plain'}
          onClick={() => onSelecting(!isSelecting)}
        >
          <span className="max-sm:sr-only">{isSelecting ? t.done : t.select}</span>
        </Button>
      </div>
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2 pointer-coarse:min-h-10">
        <FilterChips
          label={t.action}
          isQuiet
          max={5}
          chips={seenActions
            .map(value => ({ value, label: ui.action[value], count: facetCount(facets?.action, value) }))
            .filter(({ value, count }) => count || address.action?.split(',').includes(value))}
          value={address.action}
          onChange={action => change({ action })}
        />
        {isFiltered(address) && (
          <Button kind="quiet" size="s" className="text-muted" onClick={() => change(noFilter)}>
            {ui.clearFilters}
          </Button>
        )}
      </div>
    </div>
  );
}

function facetCount(facet: readonly Facet[] | undefined, value: string): number | undefined {
  return facet?.find(one => one.value === value)?.count;
}

function SearchField() {
  const t = useMessages(galleryMessages);
  const [{ q = '' }, change] = useAddress<GalleryAddress>();
  const [typedText, setTypedText] = useState(q);
  const settledText = useDeferredValue(typedText);
  const [previousSearch, setPreviousSearch] = useState(q);
  // The words were changed outside of this field, such as by "clear filters".
  if (q !== previousSearch) {
    setPreviousSearch(q);
    setTypedText(q);
  }
  useEffect(() => {
    if (settledText === q) return;
    const timer = setTimeout(() => {
      setPreviousSearch(settledText);
      change({ q: settledText || undefined });
    }, 250);
    return () => clearTimeout(timer);
  }, [settledText, q, change]);
  return (
    <div role="search" className="relative min-w-36 flex-1 max-lg:basis-full">
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        type="text"
        inputMode="search"
        aria-label={t.search}
        className="field px-9!"
        placeholder={t.search}
        value={typedText}
        onChange={event => setTypedText(event.target.value)}
      />
      {typedText && (
        <IconButton
          size="s"
          icon={X}
          label={t.clearSearch}
          className="absolute! top-1/2 right-1 -translate-y-1/2 text-muted!"
          onClick={event => {
            setTypedText('');
            change({ q: undefined });
            event.currentTarget.parentElement?.querySelector('input')?.focus();
          }}
        />
      )}
    </div>
  );
}

function MoreFilters({ facets }: Pick<FiltersProps, 'facets'>) {
  const t = useMessages(galleryMessages);
  const ui = useMessages(uiMessages);
  const [address, change] = useAddress<GalleryAddress>();
  const { kind, model, tier, from, to } = address;
  const count = [kind, model, tier, from, to].filter(Boolean).length;
  return (
    <Popover
      label={t.more}
      className="w-84 p-4!"
      trigger={triggerProps => (
        <Button icon={SlidersHorizontal} aria-label={t.more} {...triggerProps}>
          <span className="max-sm:sr-only">{ui.filters}</span>
          {count > 0 && <span className="tabular text-xs text-accent">{count}</span>}
        </Button>
      )}
    >
      <div className="grid gap-4">
        <FilterChips
          label={t.kind}
          chips={(facets?.kind ?? []).map(({ value, count: taskCount }) => ({
            value,
            label: ui.kind[value as 'image' | 'video'],
            count: taskCount,
          }))}
          value={kind}
          onChange={value => change({ kind: value })}
        />
        <FilterChips
          label={t.model}
          max={5}
          chips={(facets?.model ?? []).map(({ value, name, count: taskCount }) => ({
            value,
            label: name,
            count: taskCount,
          }))}
          value={model}
          onChange={value => change({ model: value })}
        />
        <FilterChips
          label={t.tier}
          max={3}
          chips={(facets?.tier ?? []).map(({ value, count: taskCount }) => ({
            value,
            label: ui.tier[value as keyof typeof ui.tier],
            count: taskCount,
          }))}
          value={tier}
          onChange={value => change({ tier: value })}
        />
        <div className="grid grid-cols-2 gap-2">
          <TextField
            type="date"
            label={t.from}
            value={from ?? ''}
            onChange={event => change({ from: event.target.value || undefined })}
          />
          <TextField
            type="date"
            label={t.until}
            value={to ?? ''}
            onChange={event => change({ to: event.target.value || undefined })}
          />
        </div>
      </div>
    </Popover>
  );
}

/** The maximum number of tasks in a zip, which the server enforces. */
const maxInZip = 5000;

function DownloadView({ facets, filter, items }: Pick<FiltersProps, 'facets' | 'filter' | 'items'>) {
  const t = useMessages(galleryMessages);
  if (facets?.total === 0 || items?.length === 0) return null;
  // The row keeps its height until the counts are loaded.
  const total = facets?.total ?? 0;
  const clips = items?.filter(({ tile }) => tile.kind === 'clip').length ?? 0;
  const files = items ? t.counted(items.length - clips, clips) : t.downloadTasks(total);
  const isTooMany = total > maxInZip;
  const { starred, ...rest } = filter;
  const address = withQuery(`${basePath}/api/task.download`, {
    ...rest,
    ...(starred && { starred: 'true' }),
  });
  return (
    <Button
      icon={Download}
      className={facets ? undefined : 'invisible'}
      disabled={isTooMany}
      title={isTooMany ? t.tooMany(maxInZip) : t.downloadHint}
      onClick={() => saveFile(address)}
    >
      <span className="max-sm:sr-only">{t.downloadView(files)}</span>
    </Button>
  );
}
