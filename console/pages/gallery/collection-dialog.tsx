/** Make, rename or delete a collection. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useAddress } from '../../data/address.ts';
import {
  createCollection,
  deleteCollection,
  renameCollection,
  type Collection,
} from '../../data/collections.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { uiWords } from '../../ui/words.ts';
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
  const ui = useWords(uiWords);
  const client = useQueryClient();
  const [name, setName] = useState(collection?.name ?? '');
  const naming = useMutation({
    mutationFn: async () => {
      if (collection) await renameCollection(client, collection.id, name);
      else await createCollection(client, name);
    },
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) naming.mutate();
  };
  return (
    <Dialog title={collection ? t.rename : t.newCollection} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label={t.collectionName}
          value={name}
          maxLength={100}
          autoFocus
          error={naming.error?.message}
          onChange={event => setName(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button kind="primary" type="submit" busy={naming.isPending} disabled={!name.trim()}>
            {collection ? t.rename : t.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Delete({ collection, onClose }: { readonly collection: Collection; readonly onClose: () => void }) {
  const t = useWords(galleryWords);
  const ui = useWords(uiWords);
  const client = useQueryClient();
  const [address, change] = useAddress<GalleryAddress>();
  const deleting = useMutation({
    mutationFn: () => deleteCollection(client, collection.id),
    onSuccess: () => {
      onClose();
      if (address.collection === collection.id) change({ collection: undefined });
    },
  });
  return (
    <Dialog
      title={t.deleteTitle(collection.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button kind="danger" busy={deleting.isPending} onClick={() => deleting.mutate()}>
            {t.deleteCollection}
          </Button>
        </>
      }
    >
      <p>{t.deleteText}</p>
      <ErrorNote error={deleting.error} className="mt-3" />
    </Dialog>
  );
}
