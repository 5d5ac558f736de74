/** Two Kinoras, one behind the other: the rear server is the only engine of the front server. */
import assert from 'node:assert/strict';
import { openReadyMadeDrawing } from '../servers/ready-made-drawing.ts';
import type { App } from '../../../src/app/start/app.ts';
import { startTestApp, type TestApp, type TestAppOptions, startTestAppOn } from '../servers/app.ts';
import { checkLedger } from '../crashes/ledger-check.ts';
import { signedIn } from '../clients/console-client.ts';

const settings = { KINORA_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };

export interface KinoraPair {
  readonly rear: TestApp;
  readonly front: TestApp;
}

/**
 * The rear server has the built-in engine, unless `behind` names another. The front server has the models
 * `relay` and `relay-clips`, and no others that it can use.
 */
export async function startKinoraPair(behind: TestAppOptions = {}): Promise<KinoraPair> {
  const rear = await startTestApp(behind);
  const front = await startTestApp({ settings });
  const operator = await signedIn(front, 'operator');
  await operator.done('engine add', {
    engine: 'rear',
    kind: 'mj-proxy',
    url: rear.url,
    secret: rear.imageKey,
    settings: { dialect: 'kinora' },
  });
  const price = (unit: string) => ({ unit, rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } });
  await operator.done('model add', { model: 'relay', kind: 'image', versions: ['7'], price: price('image') });
  await operator.done('route add', { model: 'relay', engine: 'rear' });
  const operations = ['clip'];
  await operator.done('model add', { model: 'relay-clips', kind: 'image', operations, price: price('clip') });
  await operator.done('route add', { model: 'relay-clips', engine: 'rear' });
  for (const model of ['sketch', 'sketch-animate'])
    await operator.done('route change', { model, engine: 'sketch', enabled: false });
  return { rear, front };
}

export async function countTasks({ app }: { readonly app: App }): Promise<number> {
  const { rows } = await app.db.pool.query('select count(*)::int as count from tasks');
  return rows[0].count;
}

/** Nothing is held, and the charges of the rear server are the costs of the front server. */
export async function assertBalanced({ rear, front }: KinoraPair): Promise<void> {
  for (const kinora of [rear, front]) {
    const { problems, heldMicros } = await checkLedger(kinora);
    assert.deepEqual([problems, heldMicros], [[], 0n]);
  }
  const { rows } = await front.app.db.pool.query(
    `select coalesce(sum(cost_micros), 0)::bigint as paid from tasks where phase = 'succeeded'`,
  );
  assert.equal(BigInt(rows[0].paid), (await checkLedger(rear)).chargedMicros);
}

/**
 * Restarts a server on the same data, as far as one process can simulate two. Its built-in engine draws as
 * before, because follow-ups of ready-made pictures have no scene to draw.
 */
export async function restartServer(kinora: TestApp, openPool = openReadyMadeDrawing): Promise<TestApp> {
  await kinora.app.stop();
  const { port } = new URL(kinora.url);
  return startTestAppOn(kinora, { openPool, settings: { KINORA_PORT: port, ...settings } });
}
