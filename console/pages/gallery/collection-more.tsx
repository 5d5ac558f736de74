/** The menu to rename or delete a collection. */
import { Ellipsis } from '../../icons/icons.ts';
import type { Collection } from '../../data/collections.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import type { CollectionAction } from './collection-dialog.tsx';
import { galleryMessages } from './messages.ts';

interface MoreProps {
  readonly collection: Collection;
  readonly onAction: (action: CollectionAction) => void;
}

export function CollectionMore({ collection, onAction }: MoreProps) {
  const t = useMessages(galleryMessages);
  return (
    <Popover
      label={t.menuLabel(collection.name)}
      align="end"
      trigger={triggerProps => (
        <IconButton size="s" icon={Ellipsis} label={t.menuLabel(collection.name)} {...triggerProps} />
      )}
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
                onAction({ kind, collection });
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
