/**
 * Submits over HTTP against the submit statement alone, at the same concurrency; no worker takes the tasks.
 */
import { createToken } from '../src/core/accounts/change-token.ts';
import { quote } from '@kinora/shared/billing/quote';
import { openDatabase, type Database } from '../src/platform/db/open.ts';
import { statement } from '../src/platform/db/statement.ts';
import { newRowId, newSeed } from '../src/platform/lib/id.ts';
import { readCatalogue } from '../src/core/catalogue/models/catalogue.ts';
import { serializeItems } from '../src/platform/db/batch.ts';
import { submitItem } from '../src/core/tasks/submit/submit-item.ts';
import { submitStatement } from '../src/core/tasks/submit/submit-statements.ts';
import type { TaskRequest } from '../src/core/tasks/submit/task-request.ts';
import { openConnections, requestBytes } from './connections.ts';
import { startKinora } from './kinora.ts';
import { medianRatio } from './median.ts';
import { atLeast, type Row } from './table.ts';
import type { Topic } from './topic.ts';

const concurrency = 16;
/** Below the number of tasks that may wait for one account. */
const submitsARound = 800;
const rounds = 5;
const target = 0.4;
const prompt = 'a red fox beside a lighthouse';

export const submit: Topic = {
  name: 'submit',
  run: async parts => {
    const kinora = await startKinora(parts, { env: { KINORA_ROLE: 'api' } });
    const db = openDatabase({ connectionString: kinora.databaseUrl });
    parts.atEnd(db.close);
    const rows: Row[] = [];
    for (const accounts of [1, concurrency]) rows.push(await compare(kinora.port, db, accounts));
    return rows;
  },
};

async function compare(port: number, db: Database, accountCount: number): Promise<Row> {
  const callers = await Promise.all(Array.from({ length: accountCount }, () => makeCaller(db)));
  const connections = await openConnections(port, concurrency);
  const requests = callers.map(({ key }) =>
    requestBytes({ method: 'POST', path: '/mj/submit/imagine', key, json: { prompt: `${prompt} --v 1` } }),
  );
  const overHttp = async (): Promise<number> => {
    const seconds = await connections.run(submitsARound, index => requests[index % accountCount] as Buffer);
    return emptyQueue(db, seconds);
  };
  const submitDirectly = async (): Promise<number> => {
    const startedMs = performance.now();
    let submittedCount = 0;
    const lane = async () => {
      while (submittedCount < submitsARound) {
        const caller = callers[submittedCount++ % accountCount] as Caller;
        const item = submitItem(makeRequest(caller), { maxWaiting: 1000, currency: 'USD' });
        await db.query(submitStatement, [serializeItems([item])]);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, lane));
    return emptyQueue(db, (performance.now() - startedMs) / 1000);
  };
  await medianRatio(2, submitDirectly, overHttp);
  const ratio = await medianRatio(rounds, submitDirectly, overHttp);
  connections.close();
  return atLeast(
    `submit over HTTP against its statement alone, ${concurrency} at once, ${accountCount} account${accountCount > 1 ? 's' : ''}`,
    ratio,
    { target },
  );
}

export interface Caller {
  readonly accountId: string;
  readonly tokenId: string;
  readonly key: string;
}

const newAccount = statement(
  'bench_new_account',
  `insert into accounts (id, name, available_micros) values ($1::uuid, 'bench ' || $1::uuid, 1000000000000)`,
);

export async function makeCaller(db: Database): Promise<Caller> {
  const accountId = newRowId();
  await db.query(newAccount, [accountId]);
  const created = await createToken(db, { accountId, group: 'image', name: 'bench' });
  if (!created) throw new Error('No group named image');
  return { accountId, tokenId: created.token.id, key: created.key };
}

const [card] = readCatalogue().models.filter(model => model.card.kind === 'image');

/** The request that the interface builds from the same prompt. */
export function makeRequest({ accountId, tokenId }: Caller): TaskRequest {
  if (!card) throw new Error('No image model');
  return {
    interface: 'image',
    accountId,
    tokenId,
    model: card,
    tier: 'fast',
    job: {
      kind: 'grid',
      prompt,
      seed: newSeed(),
      width: 256,
      height: 256,
      exclude: [],
      version: '1',
    },
    quote: quote(card.card, { parameters: { operation: 'grid' }, tier: 'fast', pictures: 4 }),
    action: 'IMAGINE',
    prompt,
    wire: {
      action: 'IMAGINE',
      prompt,
      finalPrompt: prompt,
      description: prompt,
      state: null,
      parentId: null,
    },
    requestHash: '0'.repeat(64),
  };
}

export const cancelAll = statement(
  'bench_cancel_all',
  `with unqueued as (delete from task_queue returning task_id)
   update tasks set phase = 'cancelled', finished_at = now(), charged_micros = 0, error_code = 'cancelled'
   from unqueued where id = task_id returning id`,
);

/** Outside of the time that is measured: every round finds the same queue, an empty one. */
async function emptyQueue(db: Database, seconds: number): Promise<number> {
  const cancelledTasks = await db.query(cancelAll);
  if (cancelledTasks.length !== submitsARound)
    throw new Error(`${cancelledTasks.length} tasks of ${submitsARound} submits`);
  await db.pool.query('vacuum analyze tasks, task_queue, accounts');
  return seconds;
}
