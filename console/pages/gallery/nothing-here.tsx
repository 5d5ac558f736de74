/** The gallery without pictures: nothing yet, or nothing that matches. */
import { Link } from '@tanstack/react-router';
import { Images, Sparkles, Star } from 'lucide-react';
import { useAddress } from '../../data/address.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { Empty, NothingFound, Skeleton } from '../../ui/states.tsx';
import { uiWords } from '../../ui/words.ts';
import { useWords } from '../../words/words.ts';
import { noFilter, type GalleryAddress } from './gallery-filter.ts';
import { prompts } from './prompts.ts';
import { galleryWords } from './words.ts';

interface NothingProps {
  readonly address: Partial<GalleryAddress>;
  readonly isFiltered: boolean;
}

export function NothingHere({ address, isFiltered }: NothingProps) {
  const t = useWords(galleryWords);
  const [, change] = useAddress<GalleryAddress>();
  const clear = () => change(noFilter, { isStep: true });
  if (!isFiltered) return <NothingYet />;
  const chosen = Object.entries(noFilter).filter(([name]) => address[name as keyof typeof noFilter]);
  const isOnly = (name: string) => chosen.length === 1 && chosen[0]?.[0] === name;
  if (isOnly('collection'))
    return (
      <Empty icon={Images} title={t.emptyCollection}>
        <p>{t.emptyCollectionText}</p>
        <Button onClick={clear}>{t.toAll}</Button>
      </Empty>
    );
  if (isOnly('starred'))
    return (
      <Empty icon={Star} title={t.noneStarred}>
        <p>{t.noneStarredText}</p>
        <Button onClick={clear}>{t.toAll}</Button>
      </Empty>
    );
  return <NothingFound onClear={clear} />;
}

function NothingYet() {
  const t = useWords(galleryWords);
  const { list } = useWords(prompts);
  return (
    <Empty icon={Images} title={t.emptyTitle}>
      <p>{t.emptyText}</p>
      <ul className="grid gap-2">
        {Object.values(list).map(prompt => (
          <li key={prompt}>
            <Link
              to="/image"
              search={{ prompt } as never}
              className={`${buttonLook()} h-auto! max-w-full py-2 text-left whitespace-normal!`}
            >
              <Sparkles size={16} className="shrink-0 text-accent" aria-hidden />
              {prompt}
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/image" className={buttonLook('primary')}>
        {t.toCreate}
      </Link>
    </Empty>
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
  const t = useWords(uiWords);
  return (
    <div role="status" className="flex flex-wrap gap-2 overflow-hidden pt-8">
      <span className="sr-only">{t.loading}</span>
      {widths.map((width, index) => (
        <Skeleton key={index} className={`h-50 max-w-full flex-auto rounded-lg! ${width}`} />
      ))}
    </div>
  );
}
