/** Make, rename or delete a collection. */
import { useQueryClient } from '@tanstack/react-query';
import { useAddress } from '../../data/address.ts';
import {
  createCollection,
  deleteCollection,
  renameCollection,
  type Collection,
} from '../../data/collections.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { useWords } from '../../words/words.ts';
import type { GalleryAddress } from './gallery-filter.ts';
import { galleryWords } from './words.ts';

export type CollectionDeed =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename' | 'delete'; readonly collection: Collection };

interface DialogProps {
  readonly deed: CollectionDeed;
  readonly onClose: () => void;
}

export function CollectionDialog({ deed, onClose }: DialogProps) {
  if (deed.kind === 'delete') return <Delete collection={deed.collection} onClose={onClose} />;
  return <Named collection={deed.kind === 'rename' ? deed.collection : undefined} onClose={onClose} />;
}

/** Undefined: a new one. */
function Named({
  collection,
  onClose,
}: {
  readonly collection: Collection | undefined;
  readonly onClose: () => void;
}) {
  const t = useWords(galleryWords);
  const client = useQueryClient();
  return (
    <NameDialog
      title={collection ? t.rename : t.newCollection}
      label={t.collectionName}
      confirm={collection ? t.rename : t.create}
      first={collection?.name ?? ''}
      maxLength={100}
      run={name =>
        collection ? renameCollection(client, collection.id, name) : createCollection(client, name)
      }
      onClose={onClose}
    />
  );
}

function Delete({ collection, onClose }: { readonly collection: Collection; readonly onClose: () => void }) {
  const t = useWords(galleryWords);
  const client = useQueryClient();
  const [address, change] = useAddress<GalleryAddress>();
  const leave = () => {
    if (address.collection === collection.id) change({ collection: undefined });
  };
  return (
    <ConfirmDialog
      title={t.deleteTitle(collection.name)}
      confirm={t.deleteCollection}
      run={() => deleteCollection(client, collection.id).then(leave)}
      onClose={onClose}
    >
      <p>{t.deleteText}</p>
    </ConfirmDialog>
  );
}
