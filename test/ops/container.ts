/**
 * npm run test:ops -- container: the image, built and used as docs/deploy/docker.md says, with Podman. Both
 * targets are built: with the built-in database, and without, on a PostgreSQL in a container of its own.
 *
 * The base image is pulled. Where that fails, or with KINORA_TEST_BASE=stand-in, mmdebstrap makes a stand-in
 * for it (test/support/programs/node-image.ts). On Debian: `apt-get install podman runc iptables mmdebstrap`.
 */
import assert from 'node:assert/strict';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { imageEnd, imagine } from '../support/servers/app.ts';
import { baseImage } from '../support/programs/node-image.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { skipWithoutPrograms } from '../support/programs/needs.ts';
import {
  limits,
  postgresFile,
  startKinora,
  startPostgres,
  stopKinora,
  untilHealthy,
  containerUrl,
  type KinoraContainer,
} from '../support/programs/kinora-container.ts';
import { podman } from '../support/programs/podman.ts';
import { smallClip, videoClient } from '../support/clients/video-client.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const prefix = `kinora-test-${process.pid}`;
const user = 10_001;
const podmanAlone = skipWithoutPrograms('podman');

test('the image with the built-in database', podmanAlone, async context => {
  const base = await baseImage();
  if ('missing' in base) return context.skip(base.missing);
  const image = await build(base.image, 'with-database');
  const [name, backup] = [`${prefix}-built-in`, await backupFolder()];
  const mount = `--volume=${backup}:/backup`;
  const kinora = await startKinora({ image, name, options: [mount] });

  await context.test('the image with the database generates a grid and a clip without privileges', () =>
    makesBoth(kinora),
  );
  await context.test(
    'the image with the database stops during a grid and finishes it after the next start',
    () => testRestart(kinora, name),
  );
  await context.test('the image with the database restores its backup into an empty volume', async () => {
    const id = await imagine(kinora, 'a lighthouse');
    await imageEnd(kinora, id);
    await podman('exec', name, 'kinora', 'backup', '--to', '/backup');
    await stopKinora(name);
    const data = `--volume=${prefix}-restored:/data`;
    atEnd(() => podman('volume', 'rm', '--force', `${prefix}-restored`));
    const mounts = [...limits, data, `${mount}:ro`];
    await podman('run', '--rm', ...mounts, image, 'restore', '--from', '/backup');
    const { url } = await startKinora({ image, name: `${prefix}-restored`, options: [data] });
    await servesGrid({ ...kinora, url }, id);
  });
});

test('the image without a database', podmanAlone, async context => {
  const base = await baseImage();
  if ('missing' in base) return context.skip(base.missing);
  const image = await build(base.image, 'kinora');
  const [networkContainer, backup] = [`${prefix}-postgres`, await backupFolder()];
  await startPostgres(await buildPostgres(base.image), networkContainer);
  const secret = '--env=KINORA_SECRET_KEY=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
  const at = (database: string) => [`--env=DATABASE_URL=postgres://kinora@127.0.0.1/${database}`, secret];
  const volume = (name: string) => {
    atEnd(() => podman('volume', 'rm', '--force', `${prefix}-${name}`));
    return `--volume=${prefix}-${name}:/data`;
  };
  const [name, data] = [`${prefix}-alone`, volume('data')];
  const kinora = await startKinora({ image, name, networkContainer, options: [...at('postgres'), data] });

  await context.test('the image without a database generates a grid and a clip without privileges', () =>
    makesBoth(kinora),
  );
  await context.test(
    'the image without a database stops during a grid and finishes it after the next start',
    () => testRestart(kinora, networkContainer),
  );
  await context.test(
    'the image without a database restores its backup into an empty volume and database',
    async () => {
      const id = await imagine(kinora, 'a lighthouse');
      await imageEnd(kinora, id);
      const shared = [`--network=container:${networkContainer}`, ...limits];
      const writableOptions = [...shared, `--volume=${backup}:/backup`];
      await podman(
        'run',
        '--rm',
        ...writableOptions,
        data,
        ...at('postgres'),
        image,
        'backup',
        '--to',
        '/backup',
      );
      await stopKinora(name);
      await podman('exec', networkContainer, 'createdb', '--host=127.0.0.1', '--username=kinora', 'restored');
      const place = [...at('restored'), volume('again')];
      const readOnlyOptions = [...shared, `--volume=${backup}:/backup:ro`];
      await podman('run', '--rm', ...readOnlyOptions, ...place, image, 'restore', '--from', '/backup');
      const { url } = await startKinora({ image, name: `${prefix}-again`, networkContainer, options: place });
      await servesGrid({ ...kinora, url }, id);
    },
  );
});

async function build(base: string, target: string): Promise<string> {
  const image = `localhost/kinora-test-${target}`;
  const options = ['--format=docker', '--pull=never', ...limits, `--build-arg=NODE_IMAGE=${base}`];
  await podman('build', ...options, `--target=${target}`, `--tag=${image}`, root);
  return image;
}

async function buildPostgres(base: string): Promise<string> {
  const image = 'localhost/kinora-test-postgres';
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'Containerfile'), postgresFile(base));
  await podman('build', '--pull=never', ...limits, `--tag=${image}`, folder);
  return image;
}

/** Belongs to the user of the image, as the documentation requires. */
async function backupFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await chown(folder, user, user);
  return folder;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-container-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function makesBoth(kinora: KinoraContainer): Promise<void> {
  const grid = await imageEnd(kinora, await imagine(kinora, 'a red fox beside a lighthouse'));
  assert.equal(grid.status, 'SUCCESS');
  const clip = await videoClient(kinora).make({ ...smallClip, prompt: 'a boat' });
  assert.equal(clip.status, 'completed');

  const runInside = (command: string) => podman('exec', kinora.name, 'sh', '-c', command);
  const owners = new Set((await runInside('stat --format=%u /proc/[0-9]*')).split('\n'));
  assert.deepEqual([...owners], [String(user)], 'No process belongs to root.');
  assert.match(await runInside('cat /proc/1/status'), /^CapEff:\s+0+$/m);
  await assert.rejects(runInside('touch /app/file'), /Read-only file system/);
}

/** `publisher` has the ports of the container, which may change after a start. */
async function testRestart(kinora: KinoraContainer, publisher: string): Promise<void> {
  const id = await imagine(kinora, 'a long road');
  await stopKinora(kinora.name);
  await podman('start', kinora.name);
  await untilHealthy(kinora.name);
  const { status } = await imageEnd({ ...kinora, url: await containerUrl(publisher) }, id);
  assert.equal(status, 'SUCCESS');
}

/** The same as before the backup: token, record and file. */
async function servesGrid(kinora: KinoraContainer, id: string): Promise<void> {
  const { status, imageUrl } = await imageEnd(kinora, id);
  assert.equal(status, 'SUCCESS');
  const file = await fetch(new URL(new URL(imageUrl).pathname, kinora.url));
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'image/jpeg']);
}
