/** A local model: its description, whether it fits this machine, and its installation. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  CircleCheck,
  CircleX,
  Download,
  Pause,
  Play,
  RefreshCw,
  Star,
  Trash,
  TriangleExclamationPoint,
} from '../../icons/icons.ts';
import { isWorking, localModelQueryKeys, type LocalModel } from '../../data/operators/local-queries.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { formatBytes, formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { InstallDialog } from './install-dialog.tsx';
import { localMessages } from './messages.ts';

interface LocalProps {
  readonly model: LocalModel;
}

export function LocalCard({ model, isOpen }: LocalProps & { readonly isOpen: boolean }) {
  const t = useMessages(localMessages);
  const { title, summary, bytes, present_bytes: presentBytes, license, commercial, can, recommended } = model;
  const operations: Readonly<Record<string, string>> = t.operations;
  return (
    <article className="card flex h-full flex-col gap-3 p-5" aria-label={title}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg font-semibold">{title}</h3>
        {recommended && (
          <span className="inline-flex items-center gap-1 rounded-full bg-accent-soft px-2 text-sm text-accent">
            <Star size={12} aria-hidden />
            {t.best}
          </span>
        )}
        {model.state === 'available' ? <FitMark model={model} /> : <StateMark model={model} />}
      </div>
      <p className="text-muted">{summary}</p>
      <dl className="grid gap-1 text-sm">
        <div>
          <dt className="sr-only">{t.size}</dt>
          <dd>
            {t.download(formatBytes(bytes))}
            {model.state !== 'ready' && presentBytes > 0 && (
              <span className="text-ok"> · {t.present(formatBytes(presentBytes))}</span>
            )}
          </dd>
        </div>
        <div>
          <dt className="sr-only">{t.license}</dt>
          <dd className={commercial ? undefined : 'text-warn'}>
            <a href={model.license_url} target="_blank" rel="noreferrer" className="text-accent underline">
              {license}
            </a>{' '}
            · {commercial ? t.commercial : t.notCommercial}
          </dd>
        </div>
        <div className="text-muted">
          <dt className="inline">{t.does}: </dt>
          <dd className="inline">{t.all(can.map(job => operations[job] ?? job))}</dd>
        </div>
      </dl>
      <Installation model={model} />
      <div className="mt-auto pt-1">
        <Actions model={model} isOpen={isOpen} />
      </div>
    </article>
  );
}

const fitLooks = {
  well: [CircleCheck, 'text-ok'],
  slowly: [TriangleExclamationPoint, 'text-warn'],
  no: [CircleX, 'text-muted'],
} as const;

function FitMark({ model: { fits, reason } }: LocalProps) {
  const t = useMessages(localMessages);
  const [Icon, color] = fitLooks[fits];
  return (
    <p className="flex w-full flex-wrap items-baseline gap-x-2 text-sm">
      <span className={classes('inline-flex items-center gap-1.5', color)}>
        <Icon size={14} aria-hidden className="self-center" />
        {t.fits[fits]}
      </span>
      <span className="text-muted">{reason}</span>
    </p>
  );
}

function StateMark({ model: { state, default: isDefault } }: LocalProps) {
  const t = useMessages(localMessages);
  const color = { ready: 'text-ok', failed: 'text-bad', paused: 'text-warn' }[state as string] ?? 'text-info';
  return (
    <p className="flex w-full flex-wrap gap-x-2 text-sm">
      <span className={color}>{t.states[state]}</span>
      {state === 'ready' && isDefault && <span className="text-muted">{t.isDefault}</span>}
    </p>
  );
}

/** Shows the step of the installation, or the reason why it stopped. */
function Installation({ model }: LocalProps) {
  const t = useMessages(localMessages);
  const { state, step, done_bytes: doneBytes, total_bytes: total, problem } = model;
  const isMeasured = total !== null && total > 0 && (step === 'files' || state === 'paused');
  if (!isWorking(model) && state !== 'paused' && problem === null) return null;
  return (
    <div className="grid gap-1.5 text-sm">
      {state === 'installing' && <p role="status">{step === null ? t.waiting : t.steps[step]}</p>}
      {isMeasured && (
        <>
          <progress
            className="h-2 w-full accent-(--accent)"
            aria-label={t.states[state]}
            max={total}
            value={Math.min(doneBytes, total)}
          />
          <p className="tabular text-muted">{progressText(model, t)}</p>
        </>
      )}
      {problem !== null && <p className="text-bad wrap-anywhere">{problem}</p>}
    </div>
  );
}

type Words = ReturnType<typeof useMessages<(typeof localMessages)['en']>>;

function progressText(
  {
    done_bytes: doneBytes,
    total_bytes: total,
    bytes_per_second: speed,
    seconds_left: secondsLeft,
  }: LocalModel,
  t: Words,
): string {
  return [
    t.of(formatBytes(doneBytes), formatBytes(total ?? 0)),
    ...(speed ? [t.speed(formatBytes(speed))] : []),
    ...(secondsLeft === null ? [] : [t.left(formatSeconds(secondsLeft))]),
  ].join(' · ');
}

function Actions({ model, isOpen }: LocalProps & { readonly isOpen: boolean }) {
  const t = useMessages(localMessages);
  const { name, title, state, problem } = model;
  const [requestedAction, setRequestedAction] = useState<'install' | 'remove'>();
  const pause = useProcedure('local pause', localModelQueryKeys);
  const resume = useProcedure('local resume', localModelQueryKeys);
  const update = useProcedure('local update', localModelQueryKeys);
  const remove = useProcedure('local remove', localModelQueryKeys);
  const isUnfinished = state === 'installing' || state === 'paused';
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {state === 'available' && (
          <Button
            kind={model.recommended ? 'primary' : 'plain'}
            icon={Download}
            disabled={!isOpen}
            onClick={() => setRequestedAction('install')}
          >
            {t.install}
          </Button>
        )}
        {state === 'installing' && (
          <Button icon={Pause} busy={pause.isPending} onClick={() => pause.mutate({ name })}>
            {t.pause}
          </Button>
        )}
        {(state === 'paused' || state === 'failed') && (
          <Button
            kind="primary"
            icon={Play}
            busy={resume.isPending}
            disabled={!isOpen}
            onClick={() => resume.mutate({ name })}
          >
            {problem === null ? t.resume : t.tryAgain}
          </Button>
        )}
        {state === 'ready' && <Uses model={model} />}
        {state === 'ready' && model.update && (
          <Button icon={RefreshCw} busy={update.isPending} onClick={() => update.mutate({ name })}>
            {t.update}
          </Button>
        )}
        {state !== 'available' && state !== 'removing' && (
          <Button kind="danger" icon={Trash} onClick={() => setRequestedAction('remove')}>
            {isUnfinished ? t.cancel : t.remove}
          </Button>
        )}
      </div>
      <ErrorNote className="mt-2" error={pause.error ?? resume.error ?? update.error} />
      {requestedAction === 'install' && (
        <InstallDialog model={model} onClose={() => setRequestedAction(undefined)} />
      )}
      {requestedAction === 'remove' && (
        <ConfirmDialog
          title={isUnfinished ? t.confirmCancel(title) : t.confirmRemove(title)}
          confirm={isUnfinished ? t.cancel : t.remove}
          run={() => remove.mutateAsync({ name })}
          onClose={() => setRequestedAction(undefined)}
        >
          {isUnfinished ? t.cancelHint : t.removeHint}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Where an installed model is used. */
function Uses({ model: { kind, model } }: LocalProps) {
  const t = useMessages(localMessages);
  return (
    <>
      <Link to={kind === 'image' ? '/image' : '/video'} className={buttonClasses('primary')}>
        {t.generate}
      </Link>
      {model !== null && (
        <Link to="/models/$id" params={{ id: model }} className={buttonClasses()}>
          {t.openModel}
        </Link>
      )}
    </>
  );
}
