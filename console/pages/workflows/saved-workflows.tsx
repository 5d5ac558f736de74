/** The stored workflows, each with buttons to edit and remove it. */
import { useState } from 'react';
import type { LineOf } from '../../../src/api/procedures/table/contract.ts';
import { engineQueryKeys } from '../../data/operators/engine-queries.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { workflowMessages } from './messages.ts';

export type Workflow = LineOf<'workflow list'>;

interface SavedWorkflowsProps {
  readonly workflows: readonly Workflow[];
  readonly onEdit: (workflow: Workflow) => void;
}

export function SavedWorkflows({ workflows, onEdit }: SavedWorkflowsProps) {
  const t = useMessages(workflowMessages);
  const [workflowToRemove, setWorkflowToRemove] = useState<Workflow>();
  const remove = useProcedure('workflow remove', ['workflows', ...engineQueryKeys]);
  const purposes: Readonly<Record<string, string>> = t.primitives;
  return (
    <>
      <ul className="card divide-y divide-line">
        {workflows.map(workflow => (
          <li
            key={`${workflow.family} ${workflow.primitive}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 p-3"
          >
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold wrap-anywhere">{workflow.family}</p>
              <p className="text-sm text-muted">
                {purposes[workflow.primitive] ?? workflow.primitive} · {t.nodes(workflow.nodes)} · {t.changed}{' '}
                <RelativeTime time={workflow.changed} />
              </p>
            </div>
            <div className="flex gap-2">
              <Button size="s" onClick={() => onEdit(workflow)}>
                {t.edit}
              </Button>
              <Button size="s" onClick={() => setWorkflowToRemove(workflow)}>
                {t.remove}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {workflowToRemove && (
        <ConfirmDialog
          title={t.confirmRemove(workflowToRemove.family)}
          confirm={t.remove}
          run={() =>
            remove.mutateAsync({ family: workflowToRemove.family, primitive: workflowToRemove.primitive })
          }
          onClose={() => setWorkflowToRemove(undefined)}
        >
          {t.removeHint}
        </ConfirmDialog>
      )}
    </>
  );
}
