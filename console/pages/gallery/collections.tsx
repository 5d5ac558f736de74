/**
 * The navigation of the gallery: all, starred, or a collection. In a side column, or
 * in a menu on narrow screens.
 */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Folder, FolderOpen, Images, Plus, Star } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { collectionsQuery, type Collection } from '../../data/collections.ts';
import { useUser } from '../../data/session.ts';
import type { TaskFacets } from '../../data/tasks/tasks.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { Popover } from '../../ui/popover.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { CollectionDialog, type CollectionAction } from './collection-dialog.tsx';
import { CollectionMore } from './collection-more.tsx';
import type { GalleryAddress } from './gallery-filter.ts';
import { galleryMessages } from './messages.ts';

interface CollectionsProps {
  readonly facets: TaskFacets | undefined;
}

/** The side column, on wide screens. */
export function Collections({ facets }: CollectionsProps) {
  const t = useMessages(galleryMessages);
  return (
    <nav aria-label={t.collections} className="sticky top-18 hidden w-48 shrink-0 self-start xl:block">
      <Places facets={facets} />
    </nav>
  );
}

export function CollectionsButton({ facets }: CollectionsProps) {
  const t = useMessages(galleryMessages);
  const { account } = useUser();
  const [{ starred, collection }] = useAddress<GalleryAddress>();
  const { data: collections = [] } = useQuery(collectionsQuery(account));
  const open = starred ? t.starred : collections.find(({ id }) => id === collection)?.name;
  return (
    <span className="xl:hidden">
      <Popover
        label={t.collections}
        className="w-72"
        trigger={triggerProps => (
          <Button icon={FolderOpen} {...triggerProps}>
            {open && <span className="sr-only">{t.collections}: </span>}
            <span className="max-w-32 truncate">{open ?? t.collections}</span>
          </Button>
        )}
      >
        {close => <Places facets={facets} onClose={close} />}
      </Popover>
    </span>
  );
}

function Places({ facets, onClose }: CollectionsProps & { readonly onClose?: () => void }) {
  const t = useMessages(galleryMessages);
  const { account } = useUser();
  const [{ starred, collection }, change] = useAddress<GalleryAddress>();
  const { data: collections = [] } = useQuery(collectionsQuery(account));
  const [action, setAction] = useState<CollectionAction>();
  const navigateTo = (to: { starred?: string; collection?: string }) => {
    // Switching clears the search, which would hide most pictures.
    change({ q: undefined, starred: undefined, collection: undefined, ...to }, { isStep: true });
    onClose?.();
  };
  return (
    <>
      <ul>
        <Place
          icon={<Images size={16} aria-hidden />}
          name={t.all}
          isOpen={!starred && !collection}
          onOpen={() => navigateTo({})}
        />
        <Place
          icon={<Star size={16} aria-hidden />}
          name={t.starred}
          count={facets?.starred}
          isOpen={starred === 'true'}
          onOpen={() => navigateTo({ starred: 'true' })}
        />
      </ul>
      <div className="mt-3 mb-1 flex items-center justify-between pl-2">
        <h2 className="text-xs font-semibold tracking-wide text-muted uppercase">{t.collections}</h2>
        <IconButton
          size="s"
          icon={Plus}
          label={t.newCollection}
          onClick={() => setAction({ kind: 'create' })}
        />
      </div>
      <ul>
        {collections.map(one => (
          <Place
            key={one.id}
            icon={<Cover collection={one} />}
            name={one.name}
            count={one.count}
            description={t.tasksIn(one.count)}
            isOpen={collection === one.id}
            onOpen={() => navigateTo({ collection: one.id })}
          >
            <CollectionMore collection={one} onAction={setAction} />
          </Place>
        ))}
      </ul>
      {collections.length > 0 && <p className="mt-2 px-2 text-xs text-muted">{t.collectionHint}</p>}
      {action && <CollectionDialog action={action} onClose={() => setAction(undefined)} />}
    </>
  );
}

function Cover({ collection: { cover } }: { readonly collection: Collection }) {
  if (!cover) return <Folder size={16} aria-hidden />;
  return <img src={cover} alt="" loading="lazy" className="size-6 rounded-sm object-cover" />;
}

interface PlaceProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly count?: number | undefined;
  /** The text that is read by screen readers in place of `count`, and shown as a tooltip. */
  readonly description?: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly children?: ReactNode;
}

function Place({ icon, name, count, description, isOpen, onOpen, children }: PlaceProps) {
  return (
    <li className="group flex items-center">
      <button
        type="button"
        aria-current={isOpen || undefined}
        className={classes(
          'flex min-h-8 min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 text-left hover:bg-raised pointer-coarse:min-h-11',
          isOpen ? 'bg-raised font-medium' : 'text-muted hover:text-text',
        )}
        onClick={onOpen}
      >
        <span className="grid w-6 shrink-0 place-items-center">{icon}</span>
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {count !== undefined && (
          <span className="tabular shrink-0 text-xs text-muted" title={description}>
            <span aria-hidden={description !== undefined}>{formatCount(count)}</span>
            {description && <span className="sr-only">{description}</span>}
          </span>
        )}
      </button>
      {children}
    </li>
  );
}
