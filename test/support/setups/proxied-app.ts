/** A complete Kinora whose only engine is a real midjourney-proxy, which drives a fake of Discord. */
import assert from 'node:assert/strict';
import { openNotifications } from '../../../src/platform/db/notifications.ts';
import { startTestApp, type TestApp } from '../servers/app.ts';
import { checkLedger } from '../crashes/ledger-check.ts';
import { atEnd } from '../servers/clean-up.ts';
import { type ConsoleClient, signedIn } from '../clients/console-client.ts';
import { type FakeDiscord, startFakeDiscord } from '../discord/fake-discord.ts';
import type { Interaction } from '../discord/interactions.ts';
import { freePort } from '../servers/free-port.ts';
import { acceptedTask, imageClient, type ImageClient, type ImageRecord } from '../clients/image-client.ts';
import { type Novicezk, startNovicezk } from '../programs/novicezk.ts';

export interface ProxiedApp {
  readonly client: ImageClient;
  readonly discord: FakeDiscord;
  readonly proxy: Novicezk;
  /** Submits and expects success. */
  generate(name: string, body: object): Promise<ImageRecord>;
  /** The interactions that Discord accepted since the last call of this function. */
  listInteractions(): readonly Interaction[];
  /**
   * The amount charged since the last call of this function. Asserts that nothing is held
   * and that the ledger balances.
   */
  readCharge(): Promise<bigint>;
  /** The reports of the proxy that Kinora accepted. */
  reports(): number;
  /** The engine's cause of the failure, as operators see it. */
  readCause(record: ImageRecord): Promise<string>;
  readonly operator: ConsoleClient;
}

export async function openProxiedApp(jar: string): Promise<ProxiedApp> {
  const discord = await startFakeDiscord();
  const proxy = await startNovicezk(jar, discord);
  const kinora = await startKinora();
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine drain', { engine: 'sketch' });
  await operator.done('engine remove', { engine: 'sketch' });
  const { url, secret } = proxy;
  const settings = { dialect: 'novicezk' };
  await operator.done('engine add', { engine: 'mj', kind: 'mj-proxy', url, secret, settings });
  const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
  await operator.done('model add', { model: 'midjourney', kind: 'image', versions: ['7'], price });
  await operator.done('route add', { model: 'midjourney', engine: 'mj' });
  const client = imageClient(kinora);
  const notifications = await openNotifications({ connectionString: kinora.databaseUrl });
  atEnd(() => notifications.close());
  let reports = 0;
  notifications.on('kinora_report', () => void reports++);
  let interactionCount = 0;
  let before = 0n;
  return {
    client,
    discord,
    proxy,
    operator,
    reports: () => reports,
    async readCause({ id }) {
      const { error_cause: cause } = await operator.done('task show', { task: id });
      return `(${cause})`;
    },
    async generate(name, body) {
      const record = await client.end(acceptedTask(await client.submit(name, body)));
      assert.equal(record.status, 'SUCCESS', `${record.action}: ${record.failReason}`);
      return record;
    },
    listInteractions() {
      const fresh = discord.interactions.slice(interactionCount);
      interactionCount = discord.interactions.length;
      return fresh;
    },
    async readCharge() {
      const { chargedMicros, heldMicros, problems } = await checkLedger(kinora);
      assert.deepEqual([problems, heldMicros], [[], 0n]);
      const fresh = chargedMicros - before;
      before = chargedMicros;
      return fresh;
    },
  };
}

/** Starts Kinora at a URL where the proxy can send reports. */
async function startKinora(): Promise<TestApp> {
  const port = await freePort();
  return startTestApp({
    settings: {
      KINORA_PORT: String(port),
      KINORA_BASE_URL: `http://127.0.0.1:${port}`,
      KINORA_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      KINORA_ALLOWED_NETWORKS: '127.0.0.1',
    },
  });
}
