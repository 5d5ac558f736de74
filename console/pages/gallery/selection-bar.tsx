/** Actions on the selected pictures. */
import { useQueryClient } from '@tanstack/react-query';
import { Download, FolderMinus, FolderPlus, Star, Trash, X } from '../../icons/icons.ts';
import { moveInCollection } from '../../data/collections.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import { CollectionMenu } from '../../pictures/collections/collection-menu.tsx';
import { showNotice } from '../../pictures/notices/notices.ts';
import { changeTasks } from '../../data/actions/task-cache.ts';
import { listTiles } from '../../pictures/tiles.ts';
import { useStarTitle } from '../../pictures/actions/star-title.ts';
import { useTaskActions } from '../../pictures/actions/use-task-actions.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatBytes } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { estimateBytes } from './estimate-bytes.ts';
import { galleryMessages } from './messages.ts';

interface SelectionProps {
  readonly tasks: readonly Task[];
  /** The open collection. */
  readonly collection: string | undefined;
  readonly onDone: () => void;
}

export function SelectionBar({ tasks, collection, onDone }: SelectionProps) {
  const t = useMessages(galleryMessages);
  const client = useQueryClient();
  const actions = useTaskActions();
  const starTitle = useStarTitle(false);
  const ids = tasks.map(({ id }) => id);
  const isNone = tasks.length === 0;
  const tiles = tasks.flatMap(listTiles);
  const clips = tiles.filter(({ kind }) => kind === 'clip').length;
  const removeFromCollection = async () => {
    if (!collection) return;
    try {
      await moveInCollection(client, 'remove', { collection, tasks: ids });
      changeTasks(client, ids, ({ collections }) => ({
        collections: collections.filter(id => id !== collection),
      }));
      await client.invalidateQueries({ queryKey: ['tasks'] });
      showNotice({ text: t.takenOut });
      onDone();
    } catch (error) {
      showNotice({ text: (error as Error).message, isError: true });
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
      <Button
        size="s"
        icon={Star}
        title={starTitle}
        disabled={isNone}
        onClick={() => void actions.star(tasks, true)}
      >
        {t.star}
      </Button>
      <CollectionMenu
        tasks={tasks}
        trigger={triggerProps => (
          <Button size="s" icon={FolderPlus} disabled={isNone} {...triggerProps}>
            {t.addTo}
          </Button>
        )}
      />
      {collection && (
        <Button size="s" icon={FolderMinus} disabled={isNone} onClick={() => void removeFromCollection()}>
          {t.removeFromCollection}
        </Button>
      )}
      <Button size="s" icon={Download} disabled={isNone} onClick={() => actions.downloadAll(ids)}>
        {isNone ? t.downloadNone : t.downloadZip(formatBytes(estimateBytes(tasks)))}
      </Button>
      <Button
        size="s"
        icon={Trash}
        kind="danger"
        disabled={isNone}
        onClick={() => void actions.remove(tasks).then(onDone)}
      >
        {t.delete}
      </Button>
      <IconButton icon={X} label={t.done} onClick={onDone} />
    </div>
  );
}
