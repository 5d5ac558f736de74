/** The collections that tasks can be added to, with a field for a new one. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Check, Plus } from '../../icons/icons.ts';
import { collectionsQuery, createCollection, moveInCollection } from '../../data/collections.ts';
import { useUser } from '../../data/session.ts';
import { changeTasks } from '../../data/actions/task-cache.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { collectionMessages } from './messages.ts';
import { listTiles } from '../tiles.ts';
import { pictureMessages } from '../messages.ts';

/** Checked if the collection has all the tasks; pressing it then removes them. */
export function CollectionChoices({ tasks }: { readonly tasks: readonly Task[] }) {
  const t = useMessages(pictureMessages);
  const collectionTexts = useMessages(collectionMessages);
  const client = useQueryClient();
  const { account } = useUser();
  const { data: collections = [] } = useQuery(collectionsQuery(account));
  const [name, setName] = useState('');
  const files = tasks.reduce((sum, task) => sum + listTiles(task).length, 0);
  const ids = tasks.map(({ id }) => id);
  const moving = useMutation({
    mutationFn: ({ collection, isIn }: { collection: string; isIn: boolean }) =>
      moveInCollection(client, isIn ? 'remove' : 'add', { collection, tasks: ids }),
    onSuccess: (_, { collection, isIn }) => {
      changeTasks(client, ids, task => ({
        collections: isIn
          ? task.collections.filter(id => id !== collection)
          : [...new Set([...task.collections, collection])],
      }));
    },
  });
  const making = useMutation({
    mutationFn: () => createCollection(client, name),
    onSuccess: ({ id }) => {
      setName('');
      moving.mutate({ collection: id, isIn: false });
    },
  });
  const make = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) making.mutate();
  };
  return (
    <>
      <p className="px-3.5 pt-1 pb-2 text-sm text-muted">{collectionTexts.whole(tasks.length, files)}</p>
      <div className="max-h-60 overflow-y-auto">
        {collections.map(collection => {
          const isIn = tasks.every(({ collections: in_ }) => in_.includes(collection.id));
          return (
            <Button
              key={collection.id}
              kind="quiet"
              className="w-full justify-between!"
              aria-pressed={isIn}
              onClick={() => moving.mutate({ collection: collection.id, isIn })}
            >
              <span className="truncate">{collection.name}</span>
              {isIn && <Check size={16} className="text-accent" aria-hidden />}
            </Button>
          );
        })}
      </div>
      <form className="mt-1 flex gap-1" onSubmit={make}>
        <input
          className="field"
          aria-label={t.newCollection}
          placeholder={t.newCollection}
          maxLength={100}
          value={name}
          onChange={event => setName(event.target.value)}
        />
        <IconButton type="submit" icon={Plus} label={t.newCollection} disabled={!name.trim()} />
      </form>
      <ErrorNote error={making.error ?? moving.error} className="mt-2" />
    </>
  );
}
