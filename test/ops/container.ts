/** The container image, built and used as docs/deploy/docker.md says. The target with the built-in database needs no other image. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { systemClock } from '../../src/lib/clock.ts';
import { atEnd } from '../support/clean-up.ts';
import { findProgram } from '../support/find-program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const base = 'docker.io/library/node:24-trixie-slim';
const image = 'localhost/kinora-test';
const name = `kinora-test-${process.pid}`;
const protections = [
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--user=10001:10001',
];

test('the image becomes healthy with no rights, makes a grid, and ends with 0', {
  skip: missing(),
}, async () => {
  await podman(
    'build',
    '--format',
    'docker',
    '--pull=never',
    '--target',
    'with-database',
    '--tag',
    image,
    root,
  );
  atEnd(() => podman('rm', '--force', '--volumes', name));
  await podman('run', '--detach', '--name', name, '--publish', '127.0.0.1::4040', ...protections, image);
  await until(() =>
    podman('healthcheck', 'run', name).then(
      () => true,
      () => false,
    ),
  );

  const address = await podman('port', name, '4040');
  assert.equal(await grid(`http://${address}`, await imageToken()), 'SUCCESS');

  await podman('stop', '--time', '45', name);
  assert.equal(await podman('inspect', '--format', '{{.State.ExitCode}}', name), '0');
});

function missing(): string | false {
  const program = findProgram('podman');
  if (program === undefined) return 'needs podman on PATH';
  try {
    execFileSync(program, ['image', 'exists', base]);
    return false;
  } catch {
    return `needs the image ${base}: podman pull ${base}`;
  }
}

async function podman(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('podman', args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
}

async function imageToken(): Promise<string> {
  const token = /image +(kn_\w+)/.exec(await podman('logs', name))?.[1];
  assert.ok(token, 'The log shows the first image token.');
  return token;
}

/** The status in which a grid ends. */
async function grid(url: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ prompt: 'a red fox beside a lighthouse' });
  const submitted = await fetch(`${url}/mj/submit/imagine`, { method: 'POST', headers, body });
  const { result } = (await submitted.json()) as { result: string };
  let status = '';
  await until(async () => {
    const task = await fetch(`${url}/mj/task/${result}/fetch`, { headers });
    status = ((await task.json()) as { status: string }).status;
    return status === 'SUCCESS' || status === 'FAILURE';
  });
  return status;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let attempts = 240; !(await isDone()); attempts -= 1) {
    assert.ok(attempts > 0, 'It takes longer than two minutes.');
    await systemClock.sleep(500);
  }
}
