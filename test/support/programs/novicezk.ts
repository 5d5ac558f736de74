/** A real midjourney-proxy of novicezk (2.6.3, Java 17), in front of a fake of Discord. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { atEnd } from '../servers/clean-up.ts';
import type { FakeDiscord } from '../discord/fake-discord.ts';
import { freePort } from '../servers/free-port.ts';
import { waitUntil } from '../servers/wait-until.ts';

const { env } = process;

/** Settings of its account at Discord. */
export interface NovicezkLimits {
  readonly coreSize: number;
  readonly queueSize: number;
}

export interface Novicezk {
  /** The same after every start. */
  readonly url: string;
  readonly secret: string;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Resolves when it accepts jobs. */
  start(limits?: NovicezkLimits): Promise<void>;
}

export async function startNovicezk(jar: string, discord: FakeDiscord): Promise<Novicezk> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const secret = 'secret-of-the-proxy';
  let program: ChildProcess | undefined;
  const kill = async () => {
    if (!program || program.exitCode !== null || program.signalCode !== null) return;
    program.kill('SIGKILL');
    await once(program, 'exit');
  };
  const start = async ({ coreSize, queueSize }: NovicezkLimits = { coreSize: 3, queueSize: 10 }) => {
    const settings = {
      'server.port': port,
      'mj.api-secret': secret,
      'mj.discord.guild-id': discord.guildId,
      'mj.discord.channel-id': discord.channelId,
      'mj.discord.user-token': discord.token,
      'mj.discord.core-size': coreSize,
      'mj.discord.queue-size': queueSize,
      // The minimum.
      'mj.discord.timeout-minutes': 1,
      'mj.ng-discord.server': discord.url,
      'mj.ng-discord.cdn': discord.url,
      'mj.ng-discord.upload-server': discord.url,
      'mj.ng-discord.wss': discord.url.replace('http', 'ws'),
    };
    const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    program = spawn('java', ['-XX:TieredStopAtLevel=1', '-jar', jar, ...args], {
      stdio: env['REAL_VERBOSE'] ? 'inherit' : 'ignore',
    });
    await takesJobs(program, { url, secret });
  };
  atEnd(kill);
  await start();
  return { url, secret, kill, start };
}

/** It lists an account once the account is connected to the gateway. */
async function takesJobs(
  program: ChildProcess,
  { url, secret }: Pick<Novicezk, 'url' | 'secret'>,
): Promise<void> {
  await waitUntil(async () => {
    assert.equal(program.exitCode, null, 'midjourney-proxy ended');
    const list = await fetch(`${url}/mj/account/list`, { headers: { 'mj-api-secret': secret } })
      .then(async response => (await response.json()) as object[])
      .catch(() => []);
    return list.length > 0;
  });
}
