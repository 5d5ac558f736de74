/**
 * An account in which every page of the Console has content, created through the interfaces
 * and procedures, as users would.
 */
import { until, type Answer } from '../servers/app.ts';
import type { ConsoleClient } from '../clients/console-client.ts';
import { dataUrl, renderPng } from '../clients/video-client.ts';

export interface SeededTasks {
  /** A finished grid, and a finished clip. */
  readonly grid: string;
  readonly clip: string;
  readonly failed: string;
}

export interface Seeds {
  readonly images: readonly string[];
  readonly clips: readonly string[];
  /** The fields of each clip. */
  readonly seconds: number;
}

/** A small size that is generated quickly. */
export const smallSeeds: Seeds = {
  images: ['a red fox beside a lighthouse --draft', 'balloons over a valley of flowers --ar 3:2 --draft'],
  clips: ['sailboats on a lake'],
  seconds: 2,
};

/** `operator` is signed in at a Kinora whose engine is the failing one. */
export async function seedConsole(
  operator: ConsoleClient,
  { images, clips, seconds }: Seeds,
): Promise<SeededTasks> {
  const seeder = createSeeder(operator);
  const { image, video } = await seedTokens(seeder);
  await seedMoney(seeder);
  await seedRules(seeder);
  const grids = await Promise.all(
    images.map(prompt => seeder.submit('/mj/submit/imagine', image, { prompt })),
  );
  const videos = await Promise.all(
    clips.map(prompt =>
      seeder.submit('/v1/videos', video, { model: 'sketch-motion', prompt, seconds, resolution: '480p' }),
    ),
  );
  const [grid = '', second = grid] = grids;
  const [clip = ''] = videos;
  for (const id of [...grids, ...videos]) await seeder.waitForEnd(id);
  await seedFollowUps(seeder, image, grid);
  const failed = await seedFailures(seeder, image);
  await seeder.run('task star', { task: grid, starred: true });
  const { id } = await seeder.run('collection create', { name: 'Favorites' });
  await seeder.run('collection add', { collection: id, tasks: [grid, second, clip] });
  await seeder.run('ledger refund', { task: second, reason: 'blurred' });
  return { grid, clip, failed };
}

interface Seeder {
  /** Throws unless the call succeeds. */
  run(name: string, input?: Readonly<Record<string, unknown>>): Promise<any>;
  /** The id of the new task. */
  submit(path: string, token: string, body: object): Promise<string>;
  /** The task, once it has ended. */
  waitForEnd(id: string): Promise<any>;
}

function createSeeder(client: ConsoleClient): Seeder {
  const requireSuccess = ({ status, body }: Answer): any => {
    if (status !== 200 || (typeof body.code === 'number' && ![1, 21, 22].includes(body.code)))
      throw new Error(`Not seeded: ${JSON.stringify(body)}`);
    return body;
  };
  const seeder: Seeder = {
    run: async (name, input) => requireSuccess(await client.run(name, input)),
    submit: async (path, token, body) => {
      const answer = requireSuccess(await client.post(path, body, { 'kinora-token': token }));
      return answer.result ?? answer.id;
    },
    waitForEnd: id =>
      until(
        () => seeder.run('task show', { task: id }),
        ({ state }) => ['succeeded', 'failed', 'cancelled'].includes(state),
      ),
  };
  return seeder;
}

async function seedTokens({ run }: Seeder): Promise<{ image: string; video: string }> {
  const limits = { cap_day: '20', expires: '90d', max_per_minute: 60 };
  const image = await run('token create', { group: 'image', name: 'Website', ...limits });
  const video = await run('token create', {
    group: 'video',
    name: 'Trailers',
    cap_total: '250',
    tier: 'relax',
  });
  const old = await run('token create', { group: 'image', name: 'Old script' });
  await run('token revoke', { token: old.id });
  return { image: image.id, video: video.id };
}

async function seedMoney({ run }: Seeder): Promise<void> {
  const { id } = await run('account create', { name: 'Studio North', balance: '40' });
  await run('ledger top-up', { amount: '120.50', reason: 'invoice 2026-117' });
  await run('ledger adjust', { amount: '2.25', reason: 'rounded in your favor' });
  await run('code create', { amount: '25' });
  await run('account suspend', { account: id });
  await run('plan create', { name: 'Pro', price: '20', credit: '25', max_open: 10, groups: ['image'] });
}

async function seedRules({ run }: Seeder): Promise<void> {
  await run('group create', { group: 'partners', kind: 'image', factor: '0.8', models: ['sketch'] });
  const tiers = { relax: '0.5', fast: '1', turbo: '2' };
  const price = { unit: 'image', rules: [{ unitPrice: '0.012' }], tiers };
  await run('price set', { model: 'sketch', price, from: '30d', note: 'next season' });
  await run('banned add', { words: ['gremlin', 'logo of a bank'] });
  await run('user invite', { role: 'member', email: 'new@example.com' });
}

/** An upscale, a describe, and a button that waits for its prompt. */
async function seedFollowUps(
  { run, submit, waitForEnd }: Seeder,
  image: string,
  grid: string,
): Promise<void> {
  const { buttons } = await run('task show', { task: grid });
  const press = (task: string, { id }: { id: string }) =>
    submit('/mj/submit/action', image, { taskId: task, customId: id });
  const upscale = await press(
    grid,
    buttons.find(({ label }: { label: string }) => label === 'U2'),
  );
  const { buttons: upscaleButtons } = await waitForEnd(upscale);
  await press(
    upscale,
    upscaleButtons.find(({ kind }: { kind: string }) => kind === 'custom-zoom'),
  );
  const picture = dataUrl(await renderPng(7, { width: 256, height: 256 }));
  await waitForEnd(await submit('/mj/submit/describe', image, { base64: picture }));
}

/** A failed task, a cancelled one, and one in progress; the failed one is retried. */
async function seedFailures({ run, submit, waitForEnd }: Seeder, image: string): Promise<string> {
  const failed = await submit('/mj/submit/imagine', image, { prompt: 'an unlucky cat on a roof --draft' });
  await waitForEnd(failed);
  const cancelled = await submit('/mj/submit/imagine', image, {
    prompt: 'endless stairs to a castle --draft',
  });
  await run('task cancel', { task: cancelled });
  await submit('/mj/submit/imagine', image, { prompt: 'an endless road at dawn --draft' });
  await waitForEnd(cancelled);
  return failed;
}
