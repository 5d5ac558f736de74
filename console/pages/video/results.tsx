/** The open clip with the newest ones below, or examples if there are none. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAddress } from '../../data/address.ts';
import { callProcedure } from '../../data/api.ts';
import type { Model, ModelFacts } from '../../data/models/models.ts';
import { useUser } from '../../data/session.ts';
import { isEnded, taskQuery, tasksQuery, type Task } from '../../data/tasks/tasks.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { Expires } from '../../pictures/expires.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { ClipActions } from './clip-actions.tsx';
import { ClipCost } from './clip-cost.tsx';
import { ClipPlayer } from './clip-player.tsx';
import { ClipProgress, Stage } from './clip-progress.tsx';
import { Examples } from './examples.tsx';
import { NewestClips } from './newest-clips.tsx';
import { toDraft } from './request.ts';
import type { VideoForm } from './use-video-form.ts';
import { videoMessages } from './messages.ts';

interface ResultsProps {
  readonly form: VideoForm;
  readonly models: readonly Model[];
  readonly facts: readonly ModelFacts[];
  readonly token: Token;
  readonly shownId: string | undefined;
}

export function Results({ form, models, facts, token, shownId }: ResultsProps) {
  const t = useMessages(videoMessages);
  const list = useInfiniteQuery(tasksQuery({ kind: 'video', account: useUser().account }));
  const [, setAddress] = useAddress<{ task?: string }>();
  const [deletedId, setDeletedId] = useState<string>();
  const clips = list.data?.pages.flat() ?? [];
  const listedTask = shownId === undefined ? clips[0] : clips.find(({ id }) => id === shownId);
  const taskById = useQuery({ ...taskQuery(shownId ?? ''), enabled: shownId !== undefined && !listedTask });
  const task = listedTask ?? (shownId === undefined ? undefined : taskById.data);
  const model = models.find(({ id }) => id === task?.model);
  const show = (id: string | undefined) => setAddress({ task: id }, { isStep: true });
  if (list.isLoading) return <Skeleton className="aspect-video" />;
  return (
    <>
      <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
      {deletedId && <Deleted id={deletedId} onGone={() => setDeletedId(undefined)} onBack={show} />}
      {task && (
        <ShownClip
          task={task}
          modelName={facts.find(({ id }) => id === task.model)?.name ?? task.model}
          actions={
            <ClipActions
              {...{ task, model, token }}
              onUse={() => form.replace(toDraft(task, model))}
              onMade={show}
              onDeleted={id => {
                setDeletedId(id);
                show(undefined);
              }}
            />
          }
        />
      )}
      {!task && shownId !== undefined && taskById.error && <p className="text-muted">{t.notFound}</p>}
      {!task && shownId === undefined && <Examples {...{ form, models, token }} />}
      {clips.length > 0 && <NewestClips clips={clips} shownId={task?.id} onShow={show} />}
      {clips.length > 0 && (
        <Link to="/gallery" search={{ kind: 'video' }} className="mt-3 inline-block text-sm text-accent">
          {t.all}
        </Link>
      )}
    </>
  );
}

interface ShownClipProps {
  readonly task: Task;
  readonly modelName: string;
  readonly actions: React.ReactNode;
}

function ShownClip({ task, modelName, actions }: ShownClipProps) {
  const { state, prompt, id } = task;
  return (
    <article aria-label={prompt ?? id}>
      {!isEnded(task) && <ClipProgress task={task} />}
      {state === 'succeeded' && <ClipPlayer key={id} task={task} />}
      {isEnded(task) && state !== 'succeeded' && (
        <Stage task={task} isEmpty>
          <StateBadge state={state} />
        </Stage>
      )}
      <div className="mt-3 grid gap-1">
        <ClipCost task={task} />
        <p className="wrap-anywhere">{prompt}</p>
        <p className="text-xs text-muted">
          <span title={task.model}>{modelName}</span> · <RelativeTime time={task.created} />
          <Expires task={task} before=" · " />
        </p>
      </div>
      {actions}
    </article>
  );
}

const undoMs = 10_000;

interface DeletedProps {
  readonly id: string;
  readonly onGone: () => void;
  readonly onBack: (id: string) => void;
}

/** Undo is available for ten seconds. */
function Deleted({ id, onGone, onBack }: DeletedProps) {
  const t = useMessages(videoMessages);
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callProcedure('task undelete', { tasks: [id] }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['tasks'] });
      onBack(id);
      onGone();
    },
  });
  useEffect(() => {
    const timer = setTimeout(onGone, undoMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- Once for each clip.
  }, [id]);
  return (
    <div
      role="status"
      className="mb-3 flex items-center gap-3 rounded-md border border-line p-2 pl-3 text-sm"
    >
      <span className="flex-1">{t.deleted}</span>
      <ErrorNote error={error} />
      <Button size="s" busy={isPending} onClick={() => mutate()}>
        {t.undo}
      </Button>
    </div>
  );
}
