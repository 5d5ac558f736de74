/** A program that was found: its kind, its models, and the actions for it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, KeyRound, Plus } from '../../icons/icons.ts';
import type { AnswerOf } from '../../../src/api/procedures/table/contract.ts';
import { callProcedure } from '../../data/api.ts';
import { engineQueryKeys } from '../../data/operators/engine-queries.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { findMessages } from './find-messages.ts';

type Discovery = AnswerOf<'engine discover'>;
export type FoundEngine = Discovery['found'][number];

export interface FoundCardProps {
  readonly engine: FoundEngine;
  /** The address that was searched. Empty means this machine. */
  readonly host: string;
  readonly onAdded: (engines: Discovery['found']) => void;
  readonly onProbe: (engine: string) => void;
  readonly onEnterSecret: (engine: { kind: string; name: string; url: string }) => void;
}

const maxModels = 12;

export function FoundCard(props: FoundCardProps) {
  const { engine, host, onAdded } = props;
  const t = useMessages(findMessages);
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: (name: string) =>
      callProcedure('engine discover', { add: name, ...(host !== '' && { host }) }),
    onSuccess: async ({ found: after }) => {
      onAdded(after);
      const staleQueryKeys = [...engineQueryKeys, 'covers'];
      await Promise.all(staleQueryKeys.map(one => client.invalidateQueries({ queryKey: [one] })));
    },
  });
  return (
    <article aria-label={engine.program ?? engine.title ?? t.unknown} className="card p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="font-semibold wrap-anywhere">{engine.program ?? engine.title ?? t.unknown}</h3>
          <p className="font-mono text-xs text-muted wrap-anywhere">{engine.url}</p>
          <Abilities engine={engine} />
        </div>
        <div className="ml-auto flex items-center gap-3">
          <StateMark state={engine.state} />
          <Actions {...props} isAdding={add.isPending} onAdd={name => add.mutate(name)} />
        </div>
      </div>
      {engine.state !== 'new' && <p className="mt-2 text-sm text-muted wrap-anywhere">{engine.message}</p>}
      <Models engine={engine} />
      <Notes notes={engine.notes} />
      <div role="status" className="text-sm">
        {add.isPending && <p className="mt-3 text-muted">{t.adding}</p>}
        {add.data && <Result result={add.data} />}
      </div>
      <ErrorNote error={add.error} className="mt-3" />
    </article>
  );
}

/** Shows a short list of the operations that the models support. */
function Abilities({ engine: { models } }: Pick<FoundCardProps, 'engine'>) {
  const { can } = useMessages(findMessages);
  const does = new Set(models.flatMap(({ operations }) => operations));
  const names = Object.entries(can).flatMap(([operation, name]) => (does.has(operation) ? [name] : []));
  return names.length > 0 ? <p className="mt-0.5 text-xs text-muted">{names.join(' · ')}</p> : null;
}

function StateMark({ state }: Pick<FoundEngine, 'state'>) {
  const t = useMessages(findMessages);
  const isGood = state === 'new' || state === 'added';
  return (
    <span
      className={classes('inline-flex min-h-7 items-center gap-1 text-xs', isGood ? 'text-ok' : 'text-muted')}
    >
      {state === 'added' && <Check size={14} aria-hidden />}
      {t.states[state]}
    </span>
  );
}

interface ActionsProps extends FoundCardProps {
  readonly isAdding: boolean;
  readonly onAdd: (name: string) => void;
}

function Actions({ engine, isAdding, onAdd, onProbe, onEnterSecret }: ActionsProps) {
  const t = useMessages(findMessages);
  const { name, kind, url, state } = engine;
  if (name === null || kind === null || state === 'unusable') return null;
  if (state === 'locked')
    return (
      <Button size="s" icon={KeyRound} onClick={() => onEnterSecret({ kind, name, url })}>
        {t.enterSecret}
      </Button>
    );
  if (state === 'added')
    return (
      <Button size="s" disabled={isAdding} onClick={() => onProbe(name)}>
        {t.probe}
      </Button>
    );
  return (
    <Button size="s" kind="primary" icon={Plus} busy={isAdding} onClick={() => onAdd(name)}>
      {t.add}
    </Button>
  );
}

function Models({ engine: { models, uncertain } }: Pick<FoundCardProps, 'engine'>) {
  const t = useMessages(findMessages);
  if (models.length === 0 && uncertain.length === 0) return null;
  const hiddenCount = models.length - maxModels;
  return (
    <ul aria-label={t.models} className="mt-3 flex flex-wrap gap-1.5 text-xs">
      {models.slice(0, maxModels).map(({ upstream, operations }) => (
        <li
          key={upstream}
          title={operations.join(', ')}
          className="min-w-0 rounded-md border border-line px-2 py-1 font-mono wrap-anywhere"
        >
          {upstream}
        </li>
      ))}
      {hiddenCount > 0 && <li className="py-1 text-muted">+{hiddenCount}</li>}
      {uncertain.length > 0 && <li className="py-1 text-muted">{t.uncertain(uncertain.length)}</li>}
    </ul>
  );
}

function Notes({ notes }: Pick<FoundEngine, 'notes'>) {
  const t = useMessages(findMessages);
  if (notes.length === 0) return null;
  return (
    <details className="mt-3 text-sm text-muted">
      <summary className="cursor-pointer">{t.details}</summary>
      <ul className="mt-1 list-disc pl-5 wrap-anywhere">
        {notes.map(note => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}

/** Shows the engine that was added, with the image of its test. */
function Result({ result: { ok, message, added: addedEngine } }: { readonly result: Discovery }) {
  const t = useMessages(findMessages);
  return (
    <div className="mt-3 flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-1 basis-50">
        <p className={classes('wrap-anywhere', ok ? 'text-ok' : 'text-bad')}>{message}</p>
        {addedEngine && addedEngine.models.length > 0 && (
          <Link to="/models" className="mt-1 inline-block text-accent underline">
            {t.openModels}
          </Link>
        )}
      </div>
      {addedEngine?.test?.picture && (
        <img
          src={addedEngine.test.picture}
          alt={t.testPicture}
          className="size-24 rounded-md bg-raised object-contain"
        />
      )}
    </div>
  );
}
