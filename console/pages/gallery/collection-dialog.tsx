/** Creates, renames or deletes a collection. */
import { useQueryClient } from '@tanstack/react-query';
import { useAddress } from '../../data/address.ts';
import {
  createCollection,
  deleteCollection,
  renameCollection,
  type Collection,
} from '../../data/collections.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { NameDialog } from '../../ui/dialogs/name-dialog.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import type { GalleryAddress } from './gallery-filter.ts';
import { galleryMessages } from './messages.ts';

export type CollectionAction =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename' | 'delete'; readonly collection: Collection };

interface DialogProps {
  readonly action: CollectionAction;
  readonly onClose: () => void;
}

export function CollectionDialog({ action, onClose }: DialogProps) {
  if (action.kind === 'delete') return <Delete collection={action.collection} onClose={onClose} />;
  return (
    <CollectionNameDialog
      collection={action.kind === 'rename' ? action.collection : undefined}
      onClose={onClose}
    />
  );
}

/** Asks for the name of a collection. Without a collection, it creates one. */
function CollectionNameDialog({
  collection,
  onClose,
}: {
  readonly collection: Collection | undefined;
  readonly onClose: () => void;
}) {
  const t = useMessages(galleryMessages);
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
  const t = useMessages(galleryMessages);
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
