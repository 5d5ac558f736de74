/**
 * Tasks of two accounts, finished or waiting for a modal, as targets of invalid requests.
 * None of them changes by itself.
 */
import { createToken, revokeToken } from '../../../src/core/accounts/change-token.ts';
import { statement } from '../../../src/platform/db/statement.ts';
import { anotherAccount } from '../clients/another-account.ts';
import { call, videoEnd, type TestApp } from '../servers/app.ts';
import { acceptedTask, imageClient, plainPicture, type ImageRecord } from '../clients/image-client.ts';

export interface StandingTask {
  readonly id: string;
  /** The UUID in its buttons. */
  readonly job: string;
}

export interface StandingTasks {
  readonly grid: StandingTask;
  readonly solo: StandingTask;
  /** They wait for a prompt and for a mask. */
  readonly zoomModal: string;
  readonly regionModal: string;
  readonly clip: string;
  /** The path of a file without a key. */
  readonly mediaPath: string;
  /** A grid of another account. */
  readonly foreignGrid: StandingTask;
  readonly foreignClip: string;
  readonly revokedKey: string;
  /** The key of an account whose balance covers one grid. */
  readonly poorKeys: { readonly image: string; readonly video: string };
  /** A valid image, as base64. */
  readonly picture: string;
}

/** Enough for one grid, but not for two. */
const poorMicros = 30_000n;

export async function makeStandingTasks(kinora: TestApp): Promise<StandingTasks> {
  const client = imageClient(kinora);
  const other = await anotherAccount(kinora);
  const poor = await anotherAccount(kinora, poorMicros);
  const grid = await client.make('imagine', { prompt: 'a cat --v 6' });
  const solo = await client.pressAndWait(grid, 'U1');
  return {
    grid: toStandingTask(grid),
    solo: toStandingTask(solo),
    zoomModal: acceptedTask(await client.press(solo, 'CustomZoom')),
    regionModal: acceptedTask(await client.press(solo, 'Inpaint')),
    clip: await makeClip(kinora),
    mediaPath: new URL(solo.imageUrl ?? '').pathname,
    foreignGrid: toStandingTask(await imageClient(other).make('imagine', { prompt: 'a dog --v 1' })),
    foreignClip: await makeClip(other),
    revokedKey: await revokedKey(kinora),
    poorKeys: { image: poor.imageKey, video: poor.videoKey },
    picture: await plainPicture(),
  };
}

function toStandingTask({ id, properties }: ImageRecord): StandingTask {
  return { id, job: properties['messageHash'] ?? '' };
}

async function makeClip(kinora: TestApp): Promise<string> {
  const json = { model: 'sketch-short', prompt: 'a cat', resolution: '480p', aspect_ratio: '1:1' };
  const { body } = await call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json });
  const { status } = await videoEnd(kinora, body.id);
  if (status !== 'completed') throw new Error(`The clip is ${status}`);
  return body.id;
}

async function revokedKey({ app: { db } }: TestApp): Promise<string> {
  const accountId = (await db.query<{ id: string }>(firstAccount))[0]?.id ?? '';
  const createdToken = await createToken(db, { accountId, group: 'image', name: 'revoked' });
  await revokeToken(db, createdToken?.token.id ?? '');
  return createdToken?.key ?? '';
}

const firstAccount = statement('test_first_account', 'select id from accounts order by created_at limit 1');
