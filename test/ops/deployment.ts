/** The files with which operators deploy, read by the programs that they are for. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { atEnd } from '../support/clean-up.ts';
import { needs } from '../support/find-program.ts';

const run = promisify(execFile);
const ops = fileURLToPath(new URL('../../ops/', import.meta.url));
const chart = join(ops, 'helm/kinora');
const required = ['image.repository=registry.example/kinora', 'database.existingSecret=kinora-database'];

test('Caddy accepts its example', needs('caddy'), async () => {
  const file = join(ops, 'caddy/Caddyfile');
  await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file]);
});

test('nginx accepts its example', needs('nginx', 'openssl'), async () => {
  const folder = await temporaryFolder();
  const subject = ['-subj', '/CN=kinora.example.com', '-days', '2'];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files]);
  const example = await readFile(join(ops, 'nginx/kinora.conf'), 'utf8');
  const site = join(folder, 'kinora.conf');
  await writeFile(site, example.replaceAll('/etc/letsencrypt/live/kinora.example.com', folder));
  const main = join(folder, 'nginx.conf');
  await writeFile(
    main,
    `pid ${folder}/pid; error_log stderr; events {} http { access_log off; include ${site}; }`,
  );
  await run('nginx', ['-t', '-p', folder, '-c', main]);
});

test('systemd accepts the unit and finds it well protected', needs('systemd-analyze'), async () => {
  const unit = await readFile(join(ops, 'systemd/kinora.service'), 'utf8');
  const file = join(await temporaryFolder(), 'kinora.service');
  // The program is not installed where tests run.
  await writeFile(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  const { stderr } = await run('systemd-analyze', ['verify', file]);
  assert.doesNotMatch(stderr, /kinora\.service/);
  await run('systemd-analyze', ['security', '--offline=true', '--threshold=15', file]);
});

test(
  'the chart is linted, and gives API and workers probes, drain times and no secret',
  needs('helm'),
  async () => {
    await helm('lint', [chart, '--strict'], required);
    const { stdout } = await helm('template', ['kinora', chart], [...required, 'drainSeconds=60']);
    const objects = parseAllDocuments(stdout).map(document => document.toJS());
    const kinds = objects.map(({ kind }) => kind).sort();
    assert.deepEqual(kinds, [
      'Deployment',
      'Deployment',
      'NetworkPolicy',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'Service',
    ]);
    for (const { spec } of objects.filter(({ kind }) => kind === 'Deployment')) {
      const pod = spec.template.spec;
      assert.equal(pod.terminationGracePeriodSeconds, 95);
      assert.equal(pod.containers[0].readinessProbe.httpGet.path, '/readyz');
      assert.equal(pod.containers[0].livenessProbe.httpGet.path, '/livez');
      const database = pod.containers[0].env.find(({ name }: { name: string }) => name === 'DATABASE_URL');
      assert.deepEqual(Object.keys(database), ['name', 'valueFrom']);
    }
  },
);

test(
  'the chart refuses to render without an image and a database, and secrets among the settings',
  needs('helm'),
  async () => {
    await assert.rejects(
      helm('template', ['kinora', chart], []),
      /image\/repository[^]*database\/existingSecret/,
    );
    const secret = 'settings.KINORA_SECRET_KEY=abc';
    await assert.rejects(helm('template', ['kinora', chart], [...required, secret]), /settings/);
  },
);

function helm(action: string, args: readonly string[], values: readonly string[]) {
  const sets = values.flatMap(value => ['--set', value]);
  return run('helm', [action, ...args, '--kube-version', '1.31.0', ...sets]);
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-ops-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
