/**
 * The result of probing an engine: the program that responded, or the reason why none did, and the next
 * step.
 */
import { useQuery, type UseMutationResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CircleCheck, CircleX, Plus } from '../../icons/icons.ts';
import type { AnswerOf, InputOf } from '../../../src/api/procedures/table/contract.ts';
import { engineRoutesQuery, instanceQuery, kindsQuery } from '../../data/operators/engine-queries.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { configureMessages } from './configure-messages.ts';

type ProbeAnswer = AnswerOf<'engine probe'>;

interface ProbeDialogProps {
  readonly engine: string;
  /** The request to the engine, which was started when the dialog was opened. */
  readonly probe: UseMutationResult<ProbeAnswer, Error, InputOf<'engine probe'>>;
  readonly onEdit: (options: { readonly isSecretAsked: boolean }) => void;
  readonly onClose: () => void;
}

export function ProbeDialog({ engine, probe, onEdit, onClose }: ProbeDialogProps) {
  const t = useMessages(configureMessages);
  const { data: answer, error, isPending } = probe;
  const { data: kinds } = useQuery(kindsQuery);
  const { data: instance } = useQuery(instanceQuery(engine));
  const kind = kinds?.find(one => one.kind === instance?.kind);
  const hasFailed = answer !== undefined && !answer.ok;
  const canChange = hasFailed && instance?.source === 'operator';
  const canEnterSecret =
    canChange && isAboutSecret(answer.code) && kind !== undefined && kind.secret !== 'none';
  return (
    <Dialog
      title={t.probeTitle(engine)}
      onClose={onClose}
      actions={
        <>
          {!isPending && <Button onClick={() => probe.mutate({ engine })}>{t.probeAgain}</Button>}
          {canChange && <Button onClick={() => onEdit({ isSecretAsked: false })}>{t.edit}</Button>}
          {canEnterSecret ? (
            <Button kind="primary" onClick={() => onEdit({ isSecretAsked: true })}>
              {instance.secret === null ? t.enterSecret : t.enterSecretAgain}
            </Button>
          ) : (
            <Button kind={hasFailed ? 'plain' : 'primary'} onClick={onClose}>
              {t.done}
            </Button>
          )}
        </>
      }
    >
      <div role="status" className="grid gap-4">
        {isPending && <p className="text-muted">{t.probing}</p>}
        {answer && <Answer engine={engine} answer={answer} />}
      </div>
      <ErrorNote error={error} />
      {answer?.ok && <NextStep engine={engine} />}
      <p className="mt-4 text-xs text-muted">{t.probeDescription}</p>
    </Dialog>
  );
}

/** Whether a probe failed because of the secret. Another secret does not help against any other failure. */
function isAboutSecret(code: string | null): boolean {
  return code === 'secret_unusable' || code === 'secret_missing' || code === 'engine_unauthorized';
}

const maxNames = 30;

function Answer({
  engine,
  answer: { ok, took_ms: took, program, models, uncertain, notes, message },
}: {
  readonly engine: string;
  readonly answer: ProbeAnswer;
}) {
  const t = useMessages(configureMessages);
  if (!ok)
    return (
      <div className="flex gap-2.5">
        <CircleX size={20} aria-hidden className="shrink-0 text-bad" />
        <p className="min-w-0">
          <span className="font-semibold text-bad">{t.probeFailed}</span>{' '}
          <span className="wrap-anywhere">{message}</span>
        </p>
      </div>
    );
  const isTold = program !== null || models.length > 0 || notes.length > 0;
  return (
    <>
      <div className="flex gap-2.5">
        <CircleCheck size={20} aria-hidden className="shrink-0 text-ok" />
        <p className="font-semibold text-ok">{isTold ? t.probed(shortTime(took)) : message}</p>
      </div>
      {isTold && (
        <dl className="grid gap-x-4 gap-y-3 text-sm sm:grid-cols-[auto_1fr]">
          {program !== null && <Fact name={t.program}>{program}</Fact>}
          <Fact name={t.found}>
            {models.length === 0 && (uncertain.length > 0 ? t.foundUncertain : t.foundNone)}
            {models.length > 0 && <p className="mb-1.5 text-xs text-muted">{t.addFromHint}</p>}
            <Names engine={engine} names={models} />
          </Fact>
          {uncertain.length > 0 && (
            <Fact name={t.uncertain}>
              <p className="mb-1.5 text-xs text-muted">{t.uncertainHint}</p>
              <Names engine={engine} names={uncertain} isUncertain />
            </Fact>
          )}
          {notes.length > 0 && (
            <Fact name={t.notes}>
              <ul className="grid gap-1.5 wrap-anywhere">
                {notes.map(note => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </Fact>
          )}
        </dl>
      )}
    </>
  );
}

interface NamesProps {
  readonly engine: string;
  readonly names: readonly string[];
  readonly isUncertain?: boolean;
}

/** Shows the model names. Each is a link to the form that adds a model of this name. */
function Names({ engine, names, isUncertain = false }: NamesProps) {
  const t = useMessages(configureMessages);
  const hiddenCount = names.length - maxNames;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {names.slice(0, maxNames).map(upstream => (
        <li key={upstream} className="min-w-0">
          <Link
            to="/models"
            search={{ add: 'model', engine, upstream }}
            aria-label={t.addFrom(upstream)}
            className={classes(
              'inline-flex min-h-7 items-center gap-1 rounded-md border border-line px-2 font-mono text-xs text-text no-underline wrap-anywhere hover:border-line-strong pointer-coarse:min-h-10',
              isUncertain && 'border-dashed',
            )}
          >
            <Plus size={12} aria-hidden className="shrink-0 text-muted" />
            {upstream}
          </Link>
        </li>
      ))}
      {hiddenCount > 0 && <li className="text-muted">+{hiddenCount}</li>}
    </ul>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

const shortestMs = 100;

function shortTime(tookMs: number): string {
  return tookMs < shortestMs ? `< ${formatSeconds(shortestMs / 1000)}` : formatSeconds(tookMs / 1000);
}

/** An engine gets no tasks before a model has a route to it. */
function NextStep({ engine }: { readonly engine: string }) {
  const t = useMessages(configureMessages);
  const { data: routes } = useQuery(engineRoutesQuery);
  if (!routes || routes.some(route => route.engine === engine)) return null;
  return (
    <p className="mt-4 rounded-md bg-raised p-3 text-sm">
      {t.noRoutes}{' '}
      <Link to="/models" search={{ add: 'model', engine }} className="underline">
        {t.addModel}
      </Link>
    </p>
  );
}
