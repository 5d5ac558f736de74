/**
 * Customers and tasks without an engine, for tests of what is counted and charged: the
 * statements of the server write them.
 */
import assert from 'node:assert/strict';
import { createAccount } from '../../../src/core/accounts/accounts.ts';
import { createToken, type NewToken } from '../../../src/core/accounts/change-token.ts';
import { creditAccount } from '../../../src/core/billing/ledger.ts';
import type { Database } from '../../../src/platform/db/open.ts';
import type { ErrorCode } from '@kinora/shared/errors/errors';
import { newRowId } from '../../../src/platform/lib/id.ts';
import { readCatalogue } from '../../../src/core/catalogue/models/catalogue.ts';
import { submitTask } from '../../../src/core/tasks/submit/submit-task.ts';
import type { TaskRequest } from '../../../src/core/tasks/submit/task-request.ts';
import { finishTask } from '../../../src/core/tasks/work/finish-task.ts';
import { openTaskStore } from '../../../src/core/tasks/work/task-store.ts';
import { leaseRequest } from '../engines/lease-request.ts';

export interface Customer {
  readonly accountId: string;
  readonly tokenId: string;
}

/** An account with a balance, and a token of it. */
export async function openCustomer(
  db: Database,
  { micros = 1_000_000n, ...settings }: Partial<NewToken> & { readonly micros?: bigint } = {},
): Promise<Customer> {
  const account = await createAccount(db, `customer ${newRowId()}`);
  assert.ok(account);
  const accountId = account.id;
  if (micros > 0n)
    await creditAccount(db, accountId, { kind: 'top_up', amountMicros: micros, reason: 'a test' });
  return { accountId, tokenId: await openToken(db, accountId, settings) };
}

export async function openToken(
  db: Database,
  accountId: string,
  settings: Partial<NewToken> = {},
): Promise<string> {
  const createdToken = await createToken(db, { accountId, group: 'video', name: 'one', ...settings });
  assert.ok(createdToken);
  return createdToken.token.id;
}

const model = readCatalogue().findModel('sketch-short', 'video');
const limits = { maxWaiting: 100, currency: 'USD' };

export type OrderChanges = Partial<TaskRequest> & { readonly micros?: bigint };

/** Submits a clip at a price of the test, and returns the public id of its task. */
export async function submitClip(
  db: Database,
  customer: Customer,
  { micros = 100n, ...changes }: OrderChanges = {},
): Promise<string> {
  const { tier = 'fast' } = changes;
  const request: TaskRequest = {
    interface: 'video',
    ...customer,
    model,
    tier,
    job: { kind: 'clip', prompt: 'a fox', seed: 1, width: 16, height: 16, exclude: [] },
    quote: {
      unit: 'clip',
      quantity: 1,
      unitPriceMicros: micros,
      amountMicros: micros,
      priceVersion: '1',
      priced: { parameters: {}, tier },
    },
    action: 'VIDEO',
    prompt: 'a fox',
    wire: {},
    requestHash: 'hash',
    ...changes,
  };
  return (await submitTask(db, request, limits)).publicId;
}

export type TaskEnd =
  | { readonly phase: 'succeeded' }
  | { readonly phase: 'failed' | 'cancelled'; readonly code?: ErrorCode };

/** Runs a queued task on an engine of this name, and ends it. */
export async function endTask(
  db: Database,
  publicId: string,
  { engine = 'sketch', ...end }: TaskEnd & { readonly engine?: string } = { phase: 'succeeded' },
): Promise<void> {
  const { id: taskId, model } = await readTaskRow(db, publicId);
  const store = openTaskStore(db);
  const [task] = await store.lease({
    ...leaseRequest(),
    engine,
    isStarting: true,
    tasks: [{ taskId, routing: undefined }],
    routes: [{ model, timeoutSeconds: 60, fromTurns: [0n, 0n, 0n] }],
  });
  assert.ok(task);
  await store.moveToRunning(task.lease, null);
  await store.moveToSaving(task.lease, { media: [], recipe: undefined, texts: undefined });
  const retentionHours = 1;
  const isEnded = await finishTask(
    db,
    task.lease,
    end.phase === 'succeeded'
      ? { phase: end.phase, files: [], retentionHours }
      : { phase: end.phase, code: end.code ?? 'engine_error', details: {}, retentionHours },
  );
  assert.ok(isEnded);
}

/** The same for a new task. Returns its public id. */
export async function endedClip(
  db: Database,
  customer: Customer,
  { end, ...changes }: OrderChanges & { readonly end?: TaskEnd & { readonly engine?: string } } = {},
): Promise<string> {
  const publicId = await submitClip(db, customer, changes);
  await endTask(db, publicId, end);
  return publicId;
}

async function readTaskRow(db: Database, publicId: string): Promise<{ id: string; model: string }> {
  const { rows } = await db.pool.query<{ id: string; model: string }>(
    'select id, model from tasks where public_id = $1',
    [publicId],
  );
  assert.ok(rows[0]);
  return rows[0];
}
