/** The progress of a clip; unknown values are not displayed. */
import { Ban } from '../../icons/icons.ts';
import type { CancelResult } from '../../data/actions/change-tasks.ts';
import { useMutation } from '@tanstack/react-query';
import { callProcedure } from '../../data/api.ts';
import { useTypicalSeconds } from '../../data/models/models.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import { usePriceText } from '../../prices/price-text.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { formatCount, formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Elapsed } from './elapsed.tsx';
import { videoMessages } from './messages.ts';

export function ClipProgress({ task }: { readonly task: Task }) {
  const t = useMessages(videoMessages);
  const { money } = usePriceText();
  const { state, progress, preview, created, ahead } = task;
  const typicalSeconds = useTypicalSeconds()(task);
  const isKnown = state === 'running' && progress > 0;
  return (
    <>
      <Stage task={task} isEmpty={!preview}>
        {preview && <img src={preview} alt="" className="size-full animate-[sharpen_200ms] object-contain" />}
        {!preview && (
          <span className="animate-pulse" aria-hidden>
            <StateBadge state={state} progress={progress} />
          </span>
        )}
        <div className="absolute inset-x-0 bottom-0 h-1 overflow-hidden bg-line">
          <div
            role="progressbar"
            aria-label={t.clipLabel(task.prompt ?? task.id)}
            {...(isKnown && { 'aria-valuenow': progress })}
            className={
              isKnown
                ? 'h-full bg-accent transition-[width] duration-200'
                : 'h-full w-1/3 animate-[sweep_1.6s_linear_infinite] bg-accent'
            }
            style={isKnown ? { width: `${progress}%` } : undefined}
          />
        </div>
      </Stage>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        <StateBadge state={state} progress={progress} />
        {state === 'queued' && ahead !== null && <span>{t.ahead(formatCount(ahead))}</span>}
        <Elapsed since={created} format={t.elapsed} />
        {typicalSeconds !== undefined && (
          <span title={t.median}>{t.usually(formatSeconds(typicalSeconds))}</span>
        )}
        <span className="tabular">{t.held(money(task.price.amount))}</span>
        <Cancel task={task} />
      </div>
    </>
  );
}

interface StageProps {
  readonly task: Task;
  /** There is no preview. */
  readonly isEmpty?: boolean;
  readonly children?: React.ReactNode;
}

/** Reserves the size of the clip. */
export function Stage({ task, isEmpty, children }: StageProps) {
  const width = task.width || 16;
  const height = task.height || 9;
  return (
    <div
      className={classes(
        'relative mx-auto flex max-h-[68dvh] w-full items-center justify-center overflow-hidden rounded-lg',
        isEmpty ? 'border border-line bg-surface' : 'bg-stage',
      )}
      style={{ aspectRatio: `${width} / ${height}`, maxWidth: `calc(68dvh * ${width / height})` }}
    >
      {children}
    </div>
  );
}

function cancelMessage(result: CancelResult, t: (typeof videoMessages)['en']): string {
  if (result === 'bought') return t.bought;
  return result === 'too_late' ? t.tooLate : t.cancelled;
}

function Cancel({ task }: { readonly task: Task }) {
  const t = useMessages(videoMessages);
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => callProcedure('task cancel', { task: task.id }),
  });
  return (
    <span className="ml-auto flex items-center gap-2">
      <span role="status">{data && cancelMessage(data.result, t)}</span>
      <Button size="s" icon={Ban} busy={isPending || data?.result === 'asked'} onClick={() => mutate()}>
        {t.cancel}
      </Button>
      <ErrorNote error={error} />
    </span>
  );
}
