/** What one does with everything that was chosen. */
import { useQueryClient } from '@tanstack/react-query';
import { Download, FolderMinus, FolderPlus, Star, Trash2, X } from 'lucide-react';
import { moveInCollection } from '../../data/collections.ts';
import type { Task } from '../../data/tasks.ts';
import { CollectionMenu } from '../../pictures/collection-menu.tsx';
import { say } from '../../pictures/notices.ts';
import { changeTasks } from '../../data/task-cache.ts';
import { tilesOf } from '../../pictures/tiles.ts';
import { useDeeds } from '../../pictures/use-deeds.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatBytes } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { aboutBytes } from './about-bytes.ts';
import { galleryWords } from './words.ts';

interface SelectionProps {
  readonly tasks: readonly Task[];
  /** The collection that is shown. */
  readonly collection: string | undefined;
  readonly onDone: () => void;
}

export function SelectionBar({ tasks, collection, onDone }: SelectionProps) {
  const t = useWords(galleryWords);
  const client = useQueryClient();
  const deeds = useDeeds();
  const ids = tasks.map(({ id }) => id);
  const isNone = tasks.length === 0;
  const tiles = tasks.flatMap(tilesOf);
  const clips = tiles.filter(({ kind }) => kind === 'clip').length;
  const takeOut = async () => {
    if (!collection) return;
    try {
      await moveInCollection(client, 'remove', { collection, tasks: ids });
      changeTasks(client, ids, ({ collections }) => ({
        collections: collections.filter(id => id !== collection),
      }));
      await client.invalidateQueries({ queryKey: ['tasks'] });
      say({ text: t.takenOut });
      onDone();
    } catch (error) {
      say({ text: (error as Error).message, isBad: true });
    }
  };
  return (
    <div
      role="toolbar"
      aria-label={t.select}
      className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-1.5 rounded-xl border border-line-strong bg-float p-2 shadow-float"
    >
      <span role="status" className="tabular px-2 text-sm">
        {isNone ? t.nothingChosen : t.chosen(tasks.length, t.counted(tiles.length - clips, clips))}
      </span>
      <Button size="s" icon={Star} disabled={isNone} onClick={() => void deeds.star(tasks, true)}>
        {t.star}
      </Button>
      <CollectionMenu
        tasks={tasks}
        trigger={opens => (
          <Button size="s" icon={FolderPlus} disabled={isNone} {...opens}>
            {t.addTo}
          </Button>
        )}
      />
      {collection && (
        <Button size="s" icon={FolderMinus} disabled={isNone} onClick={() => void takeOut()}>
          {t.takeOut}
        </Button>
      )}
      <Button size="s" icon={Download} disabled={isNone} onClick={() => deeds.downloadAll(ids)}>
        {isNone ? t.downloadNone : t.downloadZip(formatBytes(aboutBytes(tasks)))}
      </Button>
      <Button
        size="s"
        icon={Trash2}
        kind="danger"
        disabled={isNone}
        onClick={() => void deeds.remove(tasks).then(onDone)}
      >
        {t.delete}
      </Button>
      <IconButton icon={X} label={t.done} onClick={onDone} />
    </div>
  );
}
