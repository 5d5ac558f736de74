/** The operator's own workflows: an export is dropped, its slots are bound, and a server is checked. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAddress } from '../../data/address.ts';
import { engineQueryKeys, workflowsQuery } from '../../data/operators/engine-queries.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { toInput, type WorkflowDraft } from './draft.ts';
import { DropZone } from './drop-zone.tsx';
import { workflowMessages } from './messages.ts';
import { NodeList } from './node-list.tsx';
import { SavedWorkflows, type Workflow } from './saved-workflows.tsx';
import { ServerCheck } from './server-check.tsx';
import { useDraft } from './use-draft.ts';
import { WorkflowForm } from './workflow-form.tsx';

interface Search {
  readonly [name: string]: string | undefined;
  /** The engine whose page led here. */
  readonly engine?: string;
}

export function WorkflowsPage() {
  const t = useMessages(workflowMessages);
  const [{ engine }] = useAddress<Search>();
  const { data: workflows, error, refetch } = useQuery(workflowsQuery);
  const [savedName, setSavedName] = useState<string>();
  const { draft, change, close, isReading, problem, readFile, edit } = useDraft();
  const families = [...new Set(workflows?.map(({ family }) => family))];
  if (draft)
    return (
      <Page title={t.title} intro={t.intro}>
        <Binding
          draft={draft}
          workflows={workflows ?? []}
          onChange={change}
          onSaved={family => {
            setSavedName(family);
            close();
          }}
          onCancel={close}
        />
      </Page>
    );
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <Link to="/engines" className={buttonClasses()}>
          {t.engines}
        </Link>
      }
    >
      <ErrorNote className="mb-4" error={error} onRetry={() => refetch()} />
      <DropZone busy={isReading} problem={problem} onFile={readFile} />
      {savedName && families.includes(savedName) && <NextStep family={savedName} />}
      {!workflows && !error && <Skeleton className="mt-8 h-40" />}
      {workflows && workflows.length > 0 && (
        <Section title={t.saved} className="mt-8">
          <SavedWorkflows workflows={workflows} onEdit={edit} />
          <ServerCheck key={savedName ?? ''} families={families} family={savedName} engine={engine} />
        </Section>
      )}
    </Page>
  );
}

interface BindingProps {
  readonly draft: WorkflowDraft;
  readonly workflows: readonly Workflow[];
  readonly onChange: (fields: Partial<WorkflowDraft>) => void;
  readonly onSaved: (family: string) => void;
  readonly onCancel: () => void;
}

/** The nodes of a workflow, and the form that saves it. */
function Binding({ draft, workflows, onChange, onSaved, onCancel }: BindingProps) {
  const save = useProcedure('workflow add', ['workflows', ...engineQueryKeys]);
  const isReplacing = workflows.some(
    ({ family, primitive }) => family === draft.family && primitive === draft.primitive,
  );
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <WorkflowForm
        draft={draft}
        onChange={onChange}
        isReplacing={isReplacing}
        error={save.error}
        isSaving={save.isPending}
        onCancel={onCancel}
        onSave={() => save.mutate(toInput(draft), { onSuccess: ({ family }) => onSaved(family) })}
      />
      <NodeList draft={draft} onSlots={slots => onChange({ slots })} />
    </div>
  );
}

/** A family gets no tasks before a route names it. */
function NextStep({ family }: { readonly family: string }) {
  const t = useMessages(workflowMessages);
  return (
    <p role="status" className="mt-4 rounded-md bg-raised p-3 text-sm">
      {t.next} <span className="font-mono wrap-anywhere">{family}</span>{' '}
      <Link to="/models" className="underline">
        {t.models}
      </Link>
    </p>
  );
}
