/** What a task is doing: in words, and a share only where the engine tells one. */
import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Task } from '../data/tasks.ts';
import { Button } from '../ui/button.tsx';
import { useSeconds } from '../ui/clock.ts';
import { StateBadge } from '../ui/state-badge.tsx';
import { uiWords } from '../ui/words.ts';
import { formatSeconds } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import { usualSeconds } from './usual-seconds.ts';
import { pictureWords } from './words.ts';

export function Progress({ task, onCancel }: { readonly task: Task; readonly onCancel: () => void }) {
  const states = useWords(uiWords).state;
  const t = useWords(pictureWords);
  const isTold = task.state === 'running' && task.progress > 0;
  return (
    <div className="mt-2">
      <Bar
        name={states[task.state]}
        share={isTold ? task.progress : undefined}
        isMoving={task.state !== 'queued'}
      />
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <StateBadge state={task.state} progress={task.progress} />
        {task.state === 'queued' && (task.ahead ?? 0) > 0 && (
          <span className="tabular">{t.ahead(task.ahead ?? 0)}</span>
        )}
        <Elapsed since={task.started ?? task.created} />
        <Usual task={task} />
        <Button kind="quiet" size="s" className="ml-auto text-muted" onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
    </div>
  );
}

/** Without a share it moves, and says nothing of how far it is. */
export function Bar({
  name,
  share,
  isMoving,
}: {
  /** For screen readers: what it is doing. */
  readonly name: string;
  readonly share?: number | undefined;
  readonly isMoving: boolean;
}) {
  return (
    <div
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share}
      className="h-0.5 overflow-hidden rounded-full bg-line"
    >
      {share !== undefined ? (
        <div
          className="h-full origin-left bg-accent transition-transform duration-200"
          style={{ scale: `${share / 100} 1` }}
        />
      ) : (
        isMoving && (
          <div className="h-full w-1/3 animate-[sweep_1.6s_ease-in-out_infinite] rounded-full bg-accent" />
        )
      )}
    </div>
  );
}

function Elapsed({ since }: { readonly since: string }) {
  const now = useSeconds(true);
  return (
    <span className="tabular">
      {formatSeconds(Math.max(0, Math.floor((now - Date.parse(since)) / 1000)))}
    </span>
  );
}

/** From what this browser has seen of the same model. */
function Usual({ task: { model, action } }: { readonly task: Task }) {
  const t = useWords(pictureWords);
  const client = useQueryClient();
  const usual = useMemo(() => {
    const lists = client.getQueriesData<InfiniteData<Task[]>>({ queryKey: ['tasks'] });
    return usualSeconds(
      lists.flatMap(([, data]) => data?.pages.flat() ?? []),
      { model, action },
    );
  }, [client, model, action]);
  if (!usual) return null;
  return <span className="tabular">{t.usually(formatSeconds(usual.from), formatSeconds(usual.to))}</span>;
}
