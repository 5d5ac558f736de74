/**
 * A process that performs a given number of random operations on money, several at once: it submits,
 * finishes, cancels and expires tasks, credits and debits, refunds, redeems, and changes prices and caps.
 * Every rejection must have a known code.
 */
import { changeToken } from '../../../src/core/accounts/change-token.ts';
import { findTokenByIdOrPrefix } from '../../../src/core/accounts/tokens.ts';
import { hashOfCode } from '../../../src/core/billing/codes.ts';
import { debitAccount } from '../../../src/core/billing/debit-account.ts';
import { creditAccount, redeemCode, refundTask } from '../../../src/core/billing/ledger.ts';
import { addPrice, readPrices } from '../../../src/core/billing/prices.ts';
import { quote } from '@kinora/shared/billing/quote';
import { openDatabase } from '../../../src/platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { seededRandom } from '@kinora/sketch/random';
import { leaseRequest } from '../engines/lease-request.ts';
import { readCatalogue } from '../../../src/core/catalogue/models/catalogue.ts';
import { answerModal } from '../../../src/core/tasks/submit/answer-modal.ts';
import { cancelTask } from '../../../src/core/tasks/work/cancel-task.ts';
import { expireTasks } from '../../../src/core/tasks/work/expire-tasks.ts';
import { finishTask, type TaskEnd } from '../../../src/core/tasks/work/finish-task.ts';
import { submitTask } from '../../../src/core/tasks/submit/submit-task.ts';
import type { TaskRequest } from '../../../src/core/tasks/submit/task-request.ts';
import { openTaskStore } from '../../../src/core/tasks/work/task-store.ts';

export interface LedgerOrders {
  readonly databaseUrl: string;
  readonly seed: number;
  readonly operations: number;
  /** Each with its tokens. The caps of the last one change. */
  readonly accounts: readonly { readonly id: string; readonly tokens: readonly string[] }[];
  readonly codes: readonly string[];
}

const { databaseUrl, seed, operations, accounts, codes }: LedgerOrders = JSON.parse(process.argv[2] ?? '{}');
const lanes = 6;
const expected = new Set([
  'insufficient_balance',
  'queue_full',
  'token_cap_reached',
  'token_rate_reached',
  'token_open_reached',
  'idempotency_conflict',
  'submit_again',
]);
const db = openDatabase({ connectionString: databaseUrl }, lanes);
const store = openTaskStore(db);
const catalogue = readCatalogue();
const random = seededRandom(seed);
const owner = `trader ${seed}`;
const limits = { maxWaiting: 200, currency: 'USD' };
const tasks: { publicId: string; accountId: string }[] = [];
const waiting: { taskId: string; request: TaskRequest }[] = [];
const counts: Record<string, number> = {};

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
const micros = (most: number) => BigInt(1 + Math.floor(random() * most));

function newRequest(): TaskRequest {
  const account = pick(accounts);
  const model = pick([
    catalogue.findModel('sketch-motion', 'video'),
    catalogue.findModel('sketch-short', 'video'),
  ]);
  const tier = pick(['relax', 'fast', 'turbo'] as const);
  const seconds = 2 + Math.floor(random() * 6);
  const parameters = { resolution: pick(['480p', '720p']), audio: random() < 0.3, operation: 'clip' };
  const key = random() < 0.3 ? `key ${Math.floor(random() * 50)}` : undefined;
  return {
    interface: 'video',
    accountId: account.id,
    tokenId: pick(account.tokens),
    model,
    tier,
    job: { kind: 'clip', prompt: 'x', seed: 1, width: 16, height: 16, exclude: [] },
    quote: quote(model.card, { parameters, tier, seconds }),
    action: 'VIDEO',
    prompt: 'x',
    wire: {},
    requestHash: key ?? '',
    ...(key !== undefined && { idempotencyKey: key }),
  };
}

const deedsToDo: Readonly<Record<string, () => Promise<unknown>>> = {
  submit: async () => {
    const request = newRequest();
    const { publicId, existed: isRepeat } = await submitTask(db, request, limits);
    if (!isRepeat) tasks.push({ publicId, accountId: request.accountId });
    return isRepeat ? 'repeat' : 'submit';
  },
  wait: async () => {
    const { idempotencyKey: _, ...request } = newRequest();
    const { publicId } = await submitTask(db, { ...request, waitSeconds: 60 }, limits);
    tasks.push({ publicId, accountId: request.accountId });
    waiting.push({ taskId: toRowId(publicId), request });
  },
  answer: async () => {
    const one = waiting.splice(Math.floor(random() * waiting.length), 1)[0];
    return one && answerModal(db, one, limits);
  },
  end,
  cancel: async () =>
    tasks.length > 0 && cancelTask(db, { ...pick(tasks), interface: 'video', retentionHours: 1 }),
  expire: async () => {
    const { publicId } = tasks.length > 0 ? pick(tasks) : { publicId: '' };
    await db.pool.query(
      `update task_queue set changed_at = now() - interval '3 hours' where public_id = $1`,
      [publicId],
    );
    await db.pool.query(`update tasks set modal_until = now() where public_id = $1 and phase = 'waiting'`, [
      publicId,
    ]);
    return expireTasks(db, { retentionHours: 1, queueHours: 2, unservedMinutes: 60 });
  },
  topUp: () =>
    creditAccount(db, pick(accounts).id, { kind: 'top_up', amountMicros: micros(600_000), reason: 'test' }),
  debitAccount: () =>
    db.transaction(tx =>
      debitAccount(tx, pick(accounts).id, {
        amountMicros: micros(500_000),
        reason: 'test',
        first: 'expiring',
      }),
    ),
  refund: async () =>
    tasks.length > 0 &&
    db.transaction(tx =>
      refundTask(tx, pick(tasks).publicId, {
        reason: 'test',
        ...(random() < 0.5 && { amountMicros: micros(300_000) }),
      }),
    ),
  redeem: () => redeemCode(db, hashOfCode(pick(codes)), { accountId: pick(accounts).id }),
  price: async () => {
    const { card } = pick(catalogue.models.filter(({ card: { id } }) => id === 'sketch-short'));
    const rules = [{ unitPrice: `0.${10 + Math.floor(random() * 80)}` }];
    const price = { unit: card.price.unit, rules, tiers: card.tiers };
    await db.transaction(tx => addPrice(tx, { model: card.id, effectiveAt: new Date(0), price, note: '' }));
    await readPrices(db, catalogue);
  },
  cap: async () => {
    const id = pick(accounts).tokens.at(-1) ?? '';
    const token = await findTokenByIdOrPrefix(db, id);
    const cap = random() < 0.3 ? null : micros(5_000_000);
    const none = { expiresAt: null, models: null, addresses: null, capDayMicros: null, maxPerMinute: null };
    if (token)
      await changeToken(db, id, {
        ...token,
        ...none,
        also: undefined,
        defaultTier: null,
        scope: 'own',
        capTotalMicros: cap,
        capMonthMicros: random() < 0.5 ? cap : null,
        maxOpen: random() < 0.5 ? 5 : null,
      });
  },
};
const often = ['submit', 'submit', 'submit', 'submit', 'end', 'end', 'end', 'end', ...Object.keys(deedsToDo)];

/** Leases what is due like a worker, and ends it one way or another, or leaves it. */
async function end() {
  const request = leaseRequest({ owner, limit: 2, leaseMs: 300, isStarting: random() < 0.5 });
  const adoptedTasks = await store.adopt({ ...request, except: [] });
  const tasks = adoptedTasks.length > 0 ? adoptedTasks : await store.lease(request);
  for (const task of tasks) {
    if (random() < 0.15) continue;
    if (task.phase === 'queued') await store.moveToStarting(task.lease, 'key', 60);
    if (random() < 0.1) continue;
    await store.moveToRunning(task.lease, null);
    await store.moveToSaving(task.lease, { media: [], recipe: undefined, texts: undefined });
    const ending: TaskEnd =
      random() < 0.7
        ? { phase: 'succeeded', files: [], retentionHours: 1 }
        : {
            phase: random() < 0.5 ? 'failed' : 'cancelled',
            code: 'engine_error',
            details: {},
            retentionHours: 1,
          };
    await finishTask(db, task.lease, ending);
    if (random() < 0.2)
      await finishTask(db, task.lease, { phase: 'succeeded', files: [], retentionHours: 1 });
  }
}

function toRowId(publicId: string): string {
  return publicId.replace(/^video_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function lane(): Promise<void> {
  for (let done = 0; done < operations / lanes; done++) {
    const operation = pick(often);
    const name = await deedsToDo[operation]?.().then(
      () => operation,
      (error: unknown) => {
        if (error instanceof AppError && expected.has(error.code)) return error.code;
        throw error;
      },
    );
    counts[String(name)] = (counts[String(name)] ?? 0) + 1;
  }
}

await readPrices(db, catalogue);
await Promise.all(Array.from({ length: lanes }, lane));
await db.close();
process.stdout.write(JSON.stringify(counts));
