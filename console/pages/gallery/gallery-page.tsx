/** All pictures and clips that have not expired, newest first. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useAddress } from '../../data/address.ts';
import { useUser } from '../../data/session.ts';
import { facetsQuery, tasksQuery, type Task } from '../../data/tasks/tasks.ts';
import { Lightbox } from '../../pictures/lightbox/lazy-lightbox.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useTitle } from '../../ui/page.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { Collections } from './collections.tsx';
import { GalleryFilters } from './gallery-filters.tsx';
import { toFilter, isFiltered, type GalleryAddress } from './gallery-filter.ts';
import { GalleryGrid } from './gallery-grid.tsx';
import { toItems } from './gallery-items.ts';
import { GallerySkeleton, EmptyGallery } from './empty-gallery.tsx';
import { ExpiringSoon } from './expiring-soon.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { galleryMessages } from './messages.ts';

const none: readonly Task[] = [];

export function GalleryPage() {
  const t = useMessages(galleryMessages);
  useTitle(t.title);
  const { account } = useUser();
  const [address] = useAddress<Partial<GalleryAddress>>();
  const filter = toFilter(address, account);
  const taskPages = useInfiniteQuery(tasksQuery(filter));
  const { data: facets } = useQuery(facetsQuery(filter));
  const tasks = useMemo(() => taskPages.data?.pages.flat() ?? none, [taskPages.data]);
  const items = useMemo(() => toItems(tasks), [tasks]);
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const onUsePrompt = useUsePrompt();
  // Older tasks have expired as well, so further pages would be empty.
  const hasMore = taskPages.hasNextPage && !taskPages.data?.pages.at(-1)?.every(({ expired }) => expired);
  const { fetchNextPage, isFetchingNextPage } = taskPages;
  const onMore = useCallback(() => {
    if (hasMore && !isFetchingNextPage) void fetchNextPage();
  }, [hasMore, isFetchingNextPage, fetchNextPage]);
  const isEmpty = taskPages.isSuccess && items.length === 0 && !hasMore;
  return (
    <div className="flex w-full gap-6 p-4 md:p-6">
      <Collections facets={facets} />
      <div className="min-w-0 flex-1">
        <GalleryFilters
          facets={facets}
          filter={filter}
          items={taskPages.isSuccess && !hasMore ? items : undefined}
          isSelecting={selected !== undefined}
          onSelecting={isOn => setSelected(isOn ? new Set() : undefined)}
        />
        <ErrorNote error={taskPages.error} onRetry={() => void taskPages.refetch()} className="mb-4" />
        {taskPages.isPending && <GallerySkeleton />}
        {isEmpty && <EmptyGallery address={address} isFiltered={isFiltered(address)} />}
        <ExpiringSoon tasks={tasks} />
        {items.length > 0 && (
          <GalleryGrid
            {...{ items, selected, onMore }}
            onSelect={setSelected}
            isReading={isFetchingNextPage}
          />
        )}
        {items.length === 0 && hasMore && <LoadMoreMarker onMore={onMore} />}
      </div>
      <Lightbox
        tasks={tasks}
        onUsePrompt={onUsePrompt}
        foot={
          selected && (
            <SelectionBar
              tasks={tasks.filter(({ id }) => selected.has(id))}
              collection={address.collection}
              onDone={() => setSelected(undefined)}
            />
          )
        }
      />
    </div>
  );
}

/** Loads the next page when a page has no visible pictures. */
function LoadMoreMarker({ onMore }: { readonly onMore: () => void }) {
  const ref = useCallback((element: HTMLElement | null) => void (element && onMore()), [onMore]);
  return <div ref={ref} />;
}

function useUsePrompt(): (task: Task) => void {
  const navigate = useNavigate();
  return useCallback(
    task => void navigate({ to: '/image', search: { prompt: task.prompt ?? '' } }),
    [navigate],
  );
}
