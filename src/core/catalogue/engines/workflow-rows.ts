/** Workflows of the operator, as rows. They belong to the kinds whose engines run workflows. */
import type { Queryable } from '../../../platform/db/open.ts';
import { readFirst, readRows } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { OwnWorkflow } from '../../../engines/contract/kind/own-workflow.ts';

/** A workflow is known by these two. */
export type WorkflowName = Pick<OwnWorkflow, 'family' | 'primitive'>;

export interface StoredWorkflow extends OwnWorkflow {
  readonly changedAt: Date;
}

const columns = 'family, primitive, graph, slots, sizes, timing, changed_at';
const list = statement('list_workflows', `select ${columns} from workflows order by family, primitive`);
const find = statement(
  'find_workflow',
  `select ${columns} from workflows where family = $1 and primitive = $2 for update`,
);
const save = statement(
  'save_workflow',
  `insert into workflows (family, primitive, graph, slots, sizes, timing)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (family, primitive)
   do update set graph = excluded.graph, slots = excluded.slots, sizes = excluded.sizes,
     timing = excluded.timing, changed_at = now()
   returning ${columns}`,
);
const remove = statement('remove_workflow', 'delete from workflows where family = $1 and primitive = $2');

/** Hands the current workflows to the kinds that run them. */
export async function readWorkflows(db: Queryable, kinds: readonly EngineKind[]): Promise<void> {
  const supports = kinds.flatMap(({ workflows }) => workflows ?? []);
  if (supports.length === 0) return;
  const workflows = await listWorkflows(db);
  for (const support of supports) support.replace(workflows);
}

/** Lists the workflows by family and primitive. */
export async function listWorkflows(db: Queryable): Promise<StoredWorkflow[]> {
  return readRows(db, list);
}

/** Locks the workflow for a transaction that changes it. */
export async function findWorkflow(
  db: Queryable,
  { family, primitive }: WorkflowName,
): Promise<StoredWorkflow | undefined> {
  return readFirst(db, find, [family, primitive]);
}

/** Adds it, or replaces the one of the same family and primitive. */
export async function saveWorkflow(db: Queryable, workflow: OwnWorkflow): Promise<StoredWorkflow[]> {
  const { family, primitive, graph, slots, sizes, timing } = workflow;
  // As text: the driver would write an array as one of SQL.
  const values = [JSON.stringify(graph), JSON.stringify(slots), sizes, timing ?? null];
  return readRows(db, save, [family, primitive, ...values]);
}

export async function removeWorkflow(db: Queryable, { family, primitive }: WorkflowName): Promise<void> {
  await db.query(remove, [family, primitive]);
}
