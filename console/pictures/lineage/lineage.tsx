/** The ancestors and descendants of a picture, as thumbnails with the buttons that created them. */
import { Ban, ChevronRight, Hand, LoaderCircle } from '../../icons/icons.ts';
import type { Task, TaskDetail } from '../../data/tasks/tasks.ts';
import { classes } from '../../ui/class-names.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { describeAction } from '../actions/button-labels.ts';
import { ProgressivePicture } from '../tiles/progressive-picture.tsx';
import { listTiles, type Place } from '../tiles.ts';
import { pictureMessages } from '../messages.ts';

interface LineageProps {
  readonly task: Task;
  readonly lineage: TaskDetail['lineage'];
  readonly onOpen: (place: Place) => void;
}

export function Lineage({ task, lineage: { parent, children }, onOpen }: LineageProps) {
  const t = useMessages(pictureMessages);
  if (!parent && children.length === 0) return null;
  return (
    <section aria-label={t.lineage}>
      <h3 className="mb-2 text-xs font-medium text-muted">{t.lineage}</h3>
      <div className="flex items-start gap-1 overflow-x-auto p-1">
        {parent && (
          <>
            <LineageTile task={parent} caption={t.parent} onOpen={onOpen} />
            <Arrow />
          </>
        )}
        <LineageTile
          task={task}
          caption={task.button ? describeAction({ button: task.button, action: task.action }, t) : t.this}
          isThis
          onOpen={onOpen}
        />
        {children.length > 0 && <Arrow />}
        {children.map(child => (
          <LineageTile
            key={child.id}
            task={child}
            caption={
              child.button ? describeAction({ button: child.button, action: child.action }, t) : t.children
            }
            onOpen={onOpen}
          />
        ))}
      </div>
    </section>
  );
}

function Arrow() {
  return <ChevronRight size={14} className="mt-5 shrink-0 text-muted" aria-hidden />;
}

/** For a task that is in progress, waiting or failed. */
function StateIcon({ state }: Pick<Task, 'state'>) {
  const Icon = state === 'waiting' ? Hand : state === 'failed' || state === 'cancelled' ? Ban : LoaderCircle;
  return <Icon size={16} className="absolute inset-0 m-auto text-muted" aria-hidden />;
}

interface LineageTileProps {
  readonly task: Task;
  readonly caption: string;
  readonly isThis?: boolean;
  readonly onOpen: (place: Place) => void;
}

function LineageTile({ task, caption, isThis, onOpen }: LineageTileProps) {
  const tiles = listTiles(task);
  const picture = task.sheet ?? tiles[0]?.thumbnail ?? tiles[0]?.url;
  return (
    <button
      type="button"
      className="w-14 shrink-0 text-center"
      aria-current={isThis || undefined}
      title={caption}
      onClick={() => onOpen({ task: task.id, n: 1 })}
    >
      <span
        className={classes(
          'relative block size-14 overflow-hidden rounded-md bg-bg',
          isThis && 'outline-2 outline-offset-1 outline-accent',
        )}
      >
        {!picture && <StateIcon state={task.state} />}
        {picture && <ProgressivePicture url={picture} alt="" isStatic />}
      </span>
      <span className="mt-1 line-clamp-2 text-xs leading-tight text-muted">{caption}</span>
    </button>
  );
}
