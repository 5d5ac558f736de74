/** Processes report themselves, so that operators see which of them run, and in which version. */
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { Queryable } from '../../platform/db/open.ts';
import { readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';

export const nodeReportMs = 10_000;
/** After this time without a report, a node does not count. */
const nodeTimeout = `interval '1 minute'`;

export const processRoles = ['all', 'api', 'worker'] as const;

export interface Node {
  readonly id: string;
  readonly role: (typeof processRoles)[number];
  readonly version: string;
  /** Tells builds of one version apart. Absent if it is not known. */
  readonly build?: string;
  readonly host: string;
}

export interface KnownNode extends Node {
  readonly startedAt: Date;
  readonly seenAt: Date;
}

/**
 * Deletes the rows of lost nodes as well. Those that another node writes or deletes at this moment are
 * skipped, so that two nodes that hung and continue together cannot deadlock. Times are those of the
 * database, because the clock of a node may be wrong. $6: seconds since its start.
 */
const report = statement(
  'report_node',
  `with lost_nodes as (
     -- Processes that have not reported in time. Another process may be deleting them.
     select id from nodes where seen_at < now() - ${nodeTimeout} and id <> $1::uuid for update skip locked
   ), deleted_nodes as (
     -- Their rows.
     delete from nodes using lost_nodes where nodes.id = lost_nodes.id
   )
   insert into nodes (id, role, version, build, host, started_at)
   values ($1::uuid, $2, $3, $4, $5, now() - make_interval(secs => $6))
   on conflict (id) do update set seen_at = now()
   returning seen_at as "seenAt"`,
);
const withdraw = statement('withdraw_node', 'delete from nodes where id = $1');
const withdrawAll = statement('withdraw_nodes', 'delete from nodes');
const list = statement(
  'list_nodes',
  `select id, role, version, build, host, started_at, seen_at from nodes
   where seen_at >= now() - ${nodeTimeout}
   order by role, host, started_at, id`,
);

/** Repeat it every `nodeReportMs`. Returns the time of the database. */
export async function reportNode(db: Queryable, node: Node, upForSeconds: number): Promise<Date> {
  const { id, role, version, build = null, host } = node;
  const [row] = await db.query<{ seenAt: Date }>(report, [id, role, version, build, host, upForSeconds]);
  if (!row) throw new InvariantError('The report of a node returned no row');
  return row.seenAt;
}

/** Removes a node that stops. */
export async function withdrawNode(db: Queryable, id: string): Promise<void> {
  await db.query(withdraw, [id]);
}

/** Removes all nodes, for a process that is alone on its database: the others were killed. */
export async function withdrawAllNodes(db: Queryable): Promise<void> {
  await db.query(withdrawAll);
}

/** The nodes that have reported themselves within the last minute. */
export async function listNodes(db: Queryable): Promise<KnownNode[]> {
  return readRows<KnownNode>(db, list);
}
