/**
 * The server under test, with one of every kind of object on it, and the callers, whose access is restored
 * when a request took it away.
 */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../src/engines/contract/engine-error.ts';
import type { Engine } from '../../src/engines/contract/engine.ts';
import type { UserRole } from '../../src/core/accounts/users.ts';
import { createToken } from '../../src/core/accounts/change-token.ts';
import { serve } from '../support/servers/serve.ts';
import { startTestApp, type TestApp } from '../support/servers/app.ts';
import { scriptedCards } from '../support/engines/cards.ts';
import { signedIn, type ConsoleClient } from '../support/clients/console-client.ts';
import { scriptedEngine } from '../support/engines/scripted-engine.ts';
import { startScriptedServer } from '../support/engines/scripted-server.ts';
import { makeStandingTasks } from '../support/requests/standing-tasks.ts';
import { makeGoodValues } from './good-values.ts';
import type { CallerName, GoodValues } from './fuzz-requests.ts';

export interface FuzzFixtures {
  readonly kinora: TestApp;
  readonly good: GoodValues;
  callerHeaders(caller: CallerName): Readonly<Record<string, string>>;
  /** Undoes what requests did to the callers: revoked, disabled, suspended, drained, banned. */
  restore(): Promise<void>;
}

export async function openFuzzFixtures(): Promise<FuzzFixtures> {
  const scriptedServer = await startScriptedServer();
  const refusing = { isOn: false };
  const kinora = await startTestApp({
    engines: [refusingEngine(scriptedEngine(scriptedServer.url), refusing)],
    cards: scriptedCards,
    settings: {
      KINORA_TRUSTED_PROXIES: '127.0.0.1',
      KINORA_OPENING_BALANCE: '1000000',
      KINORA_ALLOWED_NETWORKS: hookHost,
    },
  });
  const standing = await makeStandingTasks(kinora);
  const callers = await openCallers(kinora);
  const hookUrl = await startHookReceiver();
  const good = await makeGoodValues({ kinora, standing, operator: callers.users.operator, hookUrl });
  refusing.isOn = true;
  return {
    kinora,
    good,
    callerHeaders: name => callers.headers[name] ?? {},
    restore: () => restore(kinora, callers),
  };
}

/** An address of this machine that nothing else on it uses. */
const hookHost = '127.0.0.7';

async function startHookReceiver(): Promise<string> {
  const url = await serve((request, response) => request.resume().on('end', () => response.end()), hookHost);
  return `${url}/hook`;
}

/**
 * Every task ends immediately and without a charge: the server is under test, and
 * generating images takes time.
 */
function refusingEngine(engine: Engine, refusing: { readonly isOn: boolean }): Engine {
  return {
    ...engine,
    start: (job, key, signal) => {
      if (!refusing.isOn) return engine.start(job, key, signal);
      throw new EngineError('engine_rejected', reason('not_accepting'), { notStarted: true });
    },
  };
}

interface Callers {
  users: Record<UserRole, ConsoleClient & { readonly accountId: string }>;
  headers: Record<string, Readonly<Record<string, string>>>;
}

async function openCallers(kinora: TestApp): Promise<Callers> {
  const [member, owner, operator] = [
    await signedIn(kinora, 'member'),
    await signedIn(kinora, 'owner'),
    await signedIn(kinora, 'operator'),
  ];
  const key = async (group: string) => {
    const token = await createToken(kinora.app.db, { accountId: operator.accountId, group, name: 'fuzz' });
    return { authorization: `Bearer ${token?.key}` };
  };
  const session = ({ cookie }: ConsoleClient) => ({ cookie });
  const createTokenHeaders = async (client: ConsoleClient, group: string) => ({
    cookie: client.cookie,
    'kinora-token': (await client.done('token create', { group })).id as string,
  });
  return {
    users: { member, owner, operator },
    headers: {
      nobody: {},
      'image key': await key('image'),
      'video key': await key('video'),
      member: session(member),
      owner: session(owner),
      operator: session(operator),
      'member with a token': await createTokenHeaders(member, 'video'),
      'operator with a token': await createTokenHeaders(operator, 'image'),
    },
  };
}

async function restore(kinora: TestApp, callers: Callers): Promise<void> {
  const { db } = kinora.app;
  await db.pool.query('update accounts set suspended_at = null where suspended_at is not null');
  if (!(await areSignedIn(kinora, callers))) Object.assign(callers, await openCallers(kinora));
  const { operator } = callers.users;
  const bannedWords = (await operator.done('banned list')) as string[];
  if (bannedWords.length > 0) await operator.run('banned remove', { words: bannedWords });
  await operator.run('engine resume', { engine: 'scripted' });
}

async function areSignedIn({ url }: TestApp, { users, headers }: Callers): Promise<boolean> {
  for (const [role, client] of Object.entries(users)) {
    const { status, body } = await client.get('/api/session');
    if (status !== 200 || body.user.role !== role) return false;
  }
  const tokens = Object.values(headers).filter(one => 'authorization' in one || 'kinora-token' in one);
  const answers = await Promise.all(tokens.map(one => fetch(`${url}/v1/models`, { headers: one })));
  return answers.every(({ status }) => status === 200);
}
