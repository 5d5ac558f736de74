/** Rename or delete a collection. */
import { Ellipsis } from 'lucide-react';
import type { Collection } from '../../data/collections.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useWords } from '../../words/words.ts';
import type { CollectionDeed } from './collection-dialog.tsx';
import { galleryWords } from './words.ts';

interface MoreProps {
  readonly collection: Collection;
  readonly onDeed: (deed: CollectionDeed) => void;
}

export function CollectionMore({ collection, onDeed }: MoreProps) {
  const t = useWords(galleryWords);
  return (
    <Popover
      label={t.menuOf(collection.name)}
      align="end"
      trigger={opens => <IconButton size="s" icon={Ellipsis} label={t.menuOf(collection.name)} {...opens} />}
    >
      {close => (
        <div className="grid">
          {(['rename', 'delete'] as const).map(kind => (
            <Button
              key={kind}
              kind="quiet"
              className="justify-start!"
              onClick={() => {
                close();
                onDeed({ kind, collection });
              }}
            >
              {kind === 'rename' ? t.rename : t.deleteCollection}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  );
}
