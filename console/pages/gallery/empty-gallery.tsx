/** The empty gallery: no pictures yet, or none that match. */
import { Images, Sparkles, Star } from '../../icons/icons.ts';
import { useStarTitle } from '../../pictures/actions/star-title.ts';
import { Link } from '@tanstack/react-router';
import { useAddress } from '../../data/address.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { EmptyState, NoResults, Skeleton } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { noFilter, type GalleryAddress } from './gallery-filter.ts';
import { prompts } from './prompts.ts';
import { galleryMessages } from './messages.ts';

interface EmptyGalleryProps {
  readonly address: Partial<GalleryAddress>;
  readonly isFiltered: boolean;
}

export function EmptyGallery({ address, isFiltered }: EmptyGalleryProps) {
  const t = useMessages(galleryMessages);
  const [, change] = useAddress<GalleryAddress>();
  const starTitle = useStarTitle(false);
  const clear = () => change(noFilter, { isStep: true });
  if (!isFiltered) return <NoPicturesYet />;
  const activeFilters = Object.entries(noFilter).filter(([name]) => address[name as keyof typeof noFilter]);
  const isOnly = (name: string) => activeFilters.length === 1 && activeFilters[0]?.[0] === name;
  if (isOnly('collection'))
    return (
      <EmptyState icon={Images} title={t.emptyCollection}>
        <p>{t.emptyCollectionText}</p>
        <Button onClick={clear}>{t.toAll}</Button>
      </EmptyState>
    );
  if (isOnly('starred'))
    return (
      <EmptyState icon={Star} title={t.noneStarred}>
        <p>{t.noneStarredText}</p>
        <p>{starTitle}</p>
        <Button onClick={clear}>{t.toAll}</Button>
      </EmptyState>
    );
  return <NoResults onClear={clear} />;
}

function NoPicturesYet() {
  const t = useMessages(galleryMessages);
  const { list } = useMessages(prompts);
  return (
    <EmptyState icon={Images} title={t.emptyTitle}>
      <p>{t.emptyText}</p>
      <ul className="grid gap-2">
        {Object.values(list).map(prompt => (
          <li key={prompt}>
            <Link
              to="/image"
              search={{ prompt }}
              className={`${buttonClasses()} h-auto! max-w-full py-2 text-left whitespace-normal!`}
            >
              <Sparkles size={16} className="shrink-0 text-accent" aria-hidden />
              {prompt}
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/image" className={buttonClasses('primary')}>
        {t.toCreate}
      </Link>
    </EmptyState>
  );
}

const widths = [
  'w-[24%]',
  'w-[40%]',
  'w-[30%]',
  'w-[34%]',
  'w-[22%]',
  'w-[38%]',
  'w-[40%]',
  'w-[28%]',
  'w-[26%]',
];

export function GallerySkeleton() {
  const t = useMessages(uiMessages);
  return (
    <div role="status" className="flex flex-wrap gap-2 overflow-hidden pt-8">
      <span className="sr-only">{t.loading}</span>
      {widths.map((width, index) => (
        <Skeleton key={index} className={`h-50 max-w-full flex-auto rounded-lg! ${width}`} />
      ))}
    </div>
  );
}
