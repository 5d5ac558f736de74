/** Checks whether the server of an engine has all that the workflows of a family need. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CircleCheck, CircleX } from '../../icons/icons.ts';
import type { AnswerOf } from '../../../src/api/procedures/table/contract.ts';
import { kindsQuery } from '../../data/operators/engine-queries.ts';
import { enginesQuery } from '../../data/operators/operator-queries.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { workflowMessages } from './messages.ts';

interface ServerCheckProps {
  readonly families: readonly string[];
  /** The family that is chosen at first. */
  readonly family: string | undefined;
  /** The engine that is chosen at first. */
  readonly engine: string | undefined;
}

export function ServerCheck({ families, family: initialFamily, engine: linkedEngine }: ServerCheckProps) {
  const t = useMessages(workflowMessages);
  const engines = useWorkflowEngines();
  const [family = initialFamily ?? families[0] ?? '', setFamily] = useState<string>();
  const [engine = linkedEngine ?? engines?.[0] ?? '', setEngine] = useState<string>();
  const check = useProcedure('workflow check');
  if (engines?.length === 0) return <p className="mt-4 text-sm text-muted">{t.noServer}</p>;
  const choices = (names: readonly string[]) => names.map(value => ({ value, label: value }));
  return (
    <section className="card mt-4 p-4" aria-label={t.check}>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          className="flex-1 basis-40"
          label={t.family}
          value={family}
          choices={choices(families)}
          onChange={event => setFamily(event.target.value)}
        />
        <SelectField
          className="flex-1 basis-40"
          label={t.server}
          value={engine}
          choices={choices(engines ?? [])}
          onChange={event => setEngine(event.target.value)}
        />
        <Button busy={check.isPending} disabled={!engine} onClick={() => check.mutate({ family, engine })}>
          {t.check}
        </Button>
      </div>
      <p className="mt-2 text-xs text-muted">{t.checkHint}</p>
      <div role="status">{check.data && <Result answer={check.data} />}</div>
      <ErrorNote error={check.error} />
    </section>
  );
}

/** Engines whose kind runs workflows. */
function useWorkflowEngines(): readonly string[] | undefined {
  const { data: kinds } = useQuery(kindsQuery);
  const { data: engines } = useQuery(enginesQuery);
  const workflowKinds = kinds?.filter(kind => kind.runs_workflows).map(({ kind }) => kind);
  return (
    workflowKinds &&
    engines?.filter(({ kind }) => kind !== null && workflowKinds.includes(kind)).map(({ name }) => name)
  );
}

function Result({ answer: { ok, message, engine, lacks } }: { readonly answer: AnswerOf<'workflow check'> }) {
  const t = useMessages(workflowMessages);
  const Icon = ok ? CircleCheck : CircleX;
  return (
    <div className="mt-3 text-sm">
      <p className="flex gap-2">
        <Icon size={18} aria-hidden className={ok ? 'shrink-0 text-ok' : 'shrink-0 text-bad'} />
        <span className="min-w-0 wrap-anywhere">{ok && lacks.length === 0 ? t.runs(engine) : message}</span>
      </p>
      <ul className="mt-2 grid gap-1 pl-6.5">
        {lacks.map(({ primitive, kind, name, node, input }) => (
          <li key={[primitive, kind, name, node, input].join(' ')} className="wrap-anywhere">
            {t.lackKinds[kind]} <span className="font-mono">{name}</span>{' '}
            <span className="text-muted">
              {t.atNode(node)} · {(t.primitives as Readonly<Record<string, string>>)[primitive] ?? primitive}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
