/** The result of a task: pictures, clip, or progress. */
import { Link } from '@tanstack/react-router';
import { isEnded, type TaskDetail } from '../../data/tasks/tasks.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { detailMessages } from './detail/messages.ts';
import { LargeView } from './detail/large-view.tsx';
import { Progress } from './task-cells.tsx';
import { taskMessages } from './messages.ts';

export function TaskMedia({ task }: { readonly task: TaskDetail }) {
  const t = useMessages(detailMessages);
  if (task.expired) return <p className="card p-4 text-muted">{t.expired}</p>;
  if (task.clips.length > 0) return <Clips task={task} />;
  if (task.cells.length > 0) return <Pictures task={task} />;
  if (task.texts.length > 0) return null;
  return <InProgress task={task} />;
}

function Clips({ task }: { readonly task: TaskDetail }) {
  return (
    <div className="grid gap-2">
      {task.clips.map(({ url, thumbnail }) => (
        <video
          key={url}
          src={url}
          poster={thumbnail ?? undefined}
          controls
          loop
          playsInline
          preload="metadata"
          aria-label={task.prompt ?? task.id}
          className="max-h-[60dvh] w-full rounded-lg bg-stage"
        />
      ))}
    </div>
  );
}

function Pictures({ task }: { readonly task: TaskDetail }) {
  const t = useMessages(detailMessages);
  const isGrid = task.cells.length > 1;
  return (
    <>
      <div className={isGrid ? 'grid grid-cols-2 gap-1' : undefined}>
        {task.cells.map(({ url, thumbnail, width, height }, index) => (
          <Link
            key={url}
            to="."
            search={(before: object) => ({ ...before, view: `${task.id}.${index + 1}` })}
            resetScroll={false}
            aria-label={`${t.open}: ${index + 1}`}
            className="block overflow-hidden rounded-md bg-stage"
          >
            <img
              src={isGrid ? (thumbnail ?? url) : url}
              alt={`${index + 1}. ${task.prompt ?? ''}`}
              width={width}
              height={height}
              className="mx-auto h-auto max-h-[56dvh] w-full object-contain"
            />
          </Link>
        ))}
      </div>
      <LargeView task={task} />
    </>
  );
}

/** Reserves the size of the result, so that the layout does not shift. */
function InProgress({ task }: { readonly task: TaskDetail }) {
  const t = useMessages(detailMessages);
  const words = useMessages(taskMessages);
  const isOpen = !isEnded(task);
  const ratio = task.width && task.height ? `${task.width} / ${task.height}` : '16 / 9';
  return (
    <div
      className="relative grid max-h-[36dvh] w-full place-items-center overflow-hidden rounded-lg border border-line bg-bg"
      style={isOpen ? { aspectRatio: ratio } : { minHeight: 96 }}
    >
      {task.preview && (
        <img
          key={task.preview}
          src={task.preview}
          alt=""
          className="absolute inset-0 size-full animate-[sharpen_200ms] object-contain"
        />
      )}
      <div className="relative grid justify-items-center gap-2 rounded-md bg-bg/85 px-4 py-3 text-center">
        <span role="status">
          <StateBadge state={task.state} progress={task.progress} />
        </span>
        {task.state === 'queued' && task.ahead !== null && (
          <span className="text-sm text-muted">{words.ahead(task.ahead)}</span>
        )}
        {task.state === 'waiting' && (
          <span className="max-w-80 text-sm text-muted">{t.waitingDescription}</span>
        )}
        {isOpen && task.state !== 'queued' && task.state !== 'waiting' && (
          <Progress percent={task.state === 'saving' ? 0 : task.progress} className="h-1! w-48!" />
        )}
      </div>
    </div>
  );
}
