/**
 * The machines that install local models, as they describe themselves. A user who chooses a model may be
 * connected to another machine.
 */
import { z } from 'zod';
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import type { FitMachine } from './fit.ts';

const save = statement(
  'save_local_machine',
  `insert into local_machines (node, machine) values ($1, $2)
   on conflict (node) do update set machine = excluded.machine, seen_at = now()`,
);
const ask = statement('ask_local_machines', `select pg_notify('kinora_machine', '')`);
const newest = statement(
  'newest_local_machine',
  `select node, machine, seen_at > now() - interval '2 minutes' as is_present
   from local_machines
   order by seen_at desc limit 1`,
);

const machineShape = z.object({
  platform: z.string(),
  arch: z.string(),
  memoryBytes: z.number(),
  cores: z.number(),
  cards: z.array(z.object({ name: z.string(), memoryBytes: z.number().optional(), isUnified: z.boolean() })),
  freeBytes: z.number().optional(),
  hasProgram: z.boolean(),
});

export interface KnownMachine extends FitMachine {
  readonly node: string;
  /** Whether it reported in the last two minutes, so that it can install a model now. */
  readonly isPresent: boolean;
}

export async function saveLocalMachine(db: Queryable, node: string, machine: FitMachine): Promise<void> {
  await db.query(save, [node, JSON.stringify(machine)]);
}

/** Has the machines read again what they have. They report it a moment later. */
export async function askLocalMachines(db: Queryable): Promise<void> {
  await db.query(ask);
}

/**
 * The one that reported last. Returns undefined if no machine has, or a newer version of this program wrote
 * it.
 */
export async function newestLocalMachine(db: Queryable): Promise<KnownMachine | undefined> {
  const [row] = await db.query<{ node: string; machine: unknown; is_present: boolean }>(newest);
  const parsed = machineShape.safeParse(row?.machine);
  if (!row || !parsed.success) return undefined;
  const { cards, freeBytes, ...machine } = parsed.data;
  return {
    ...machine,
    freeBytes,
    cards: cards.map(card => ({ ...card, memoryBytes: card.memoryBytes })),
    node: row.node,
    isPresent: row.is_present,
  };
}
