/**
 * The files for deployment, checked by the programs that read them.
 * @NOTE length: one short test for each file, and what they share.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { atEnd } from '../support/servers/clean-up.ts';
import { skipWithoutPrograms } from '../support/programs/needs.ts';

const run = promisify(execFile);
const ops = fileURLToPath(new URL('../../ops/', import.meta.url));
const chart = join(ops, 'helm/kinora');
const required = ['image.repository=registry.example/kinora', 'database.existingSecret=kinora-database'];

test('Caddy accepts its sample configuration', skipWithoutPrograms('caddy'), async () => {
  const file = join(ops, 'caddy/Caddyfile');
  await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file]);
});

test('nginx accepts its sample configuration', skipWithoutPrograms('nginx', 'openssl'), async () => {
  const folder = await temporaryFolder();
  const subject = ['-subj', '/CN=kinora.example.com', '-days', '2'];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files]);
  const example = await readFile(join(ops, 'nginx/kinora.conf'), 'utf8');
  const site = join(folder, 'kinora.conf');
  await writeFile(site, example.replaceAll('/etc/letsencrypt/live/kinora.example.com', folder));
  const main = join(folder, 'nginx.conf');
  // nginx creates these folders even for a check, by default in a place that only its package creates.
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    main,
    `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${paths.join(' ')} include ${site}; }`,
  );
  await run('nginx', ['-t', '-p', folder, '-c', main]);
});

test(
  'systemd accepts the unit and rates it as well protected',
  skipWithoutPrograms('systemd-analyze'),
  async () => {
    const unit = await readFile(join(ops, 'systemd/kinora.service'), 'utf8');
    const file = join(await temporaryFolder(), 'kinora.service');
    // The program is not installed on the machine that runs the tests.
    await writeFile(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    const { stderr } = await run('systemd-analyze', ['verify', file]);
    // Supported since version 254. Earlier versions report it and wait for RestartSec
    // each time, as the unit explains.
    const problems = stderr
      .split('\n')
      .filter(line => !/Unknown key.*'Restart(Steps|MaxDelaySec)'/.test(line));
    assert.doesNotMatch(problems.join('\n'), /kinora\.service/);
    assert.match(unit, /^StartLimitIntervalSec=0$/m);
    await run('systemd-analyze', ['security', '--offline=true', '--threshold=15', file]);
  },
);

test(
  'the chart is linted, and gives API and workers probes, drain times and no secret',
  skipWithoutPrograms('helm'),
  async () => {
    await helm('lint', [chart, '--strict'], required);
    const objects = await renderChart([...required, 'drainSeconds=60']);
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
      assert.equal(pod.containers[0].startupProbe.httpGet.path, '/livez');
      assert.equal(pod.containers[0].readinessProbe.httpGet.path, '/readyz');
      assert.equal(pod.containers[0].livenessProbe.httpGet.path, '/livez');
      const database = pod.containers[0].env.find(({ name }: { name: string }) => name === 'DATABASE_URL');
      assert.deepEqual(Object.keys(database), ['name', 'valueFrom']);
    }
  },
);

const pods = (role: string) => ({
  'app.kubernetes.io/name': 'kinora',
  'app.kubernetes.io/instance': 'kinora',
  'app.kubernetes.io/component': role,
});

test(
  'each role of the chart loses at most one pod while a node is drained',
  skipWithoutPrograms('helm'),
  async () => {
    const budgets = (await renderChart(required)).filter(({ kind }) => kind === 'PodDisruptionBudget');
    assert.deepEqual(
      budgets.map(({ spec }) => spec),
      ['api', 'worker'].map(role => ({ maxUnavailable: 1, selector: { matchLabels: pods(role) } })),
    );
    const single = await renderChart([...required, 'api.replicas=1', 'podDisruptionBudget.enabled=true']);
    const names = single
      .filter(({ kind }) => kind === 'PodDisruptionBudget')
      .map(({ metadata }) => metadata.name);
    assert.deepEqual(names, ['kinora-worker']);
  },
);

test(
  'the chart opens two ports, to all callers or to those that the values name',
  skipWithoutPrograms('helm'),
  async () => {
    const { 'app.kubernetes.io/component': _, ...all } = pods('');
    const open = findObject(await renderChart(required), 'NetworkPolicy').spec;
    assert.deepEqual(open, {
      podSelector: { matchLabels: all },
      policyTypes: ['Ingress'],
      ingress: [{ ports: [{ port: 'http' }] }, { ports: [{ port: 'monitoring' }] }],
    });
    const label = (key: string, name: string) =>
      `networkPolicy.${key}[0].podSelector.matchLabels.app=${name}`;
    const closed = await renderChart([
      ...required,
      label('from', 'ingress'),
      label('monitoringFrom', 'prometheus'),
    ]);
    const from = (app: string) => [{ podSelector: { matchLabels: { app } } }];
    assert.deepEqual(findObject(closed, 'NetworkPolicy').spec.ingress, [
      { ports: [{ port: 'http' }], from: from('ingress') },
      { ports: [{ port: 'monitoring' }], from: from('prometheus') },
    ]);
    assert.equal(
      (await renderChart([...required, 'networkPolicy.enabled=false'])).some(isKind('NetworkPolicy')),
      false,
    );
  },
);

/** All optional parts are on. */
const everything = [
  ...required,
  'ingress.enabled=true',
  'ingress.className=nginx',
  'ingress.host=kinora.example.com',
  'ingress.tlsSecret=kinora-tls',
  'ingress.annotations.a=b',
  'api.autoscaling.enabled=true',
  'worker.autoscaling.enabled=true',
  'worker.autoscaling.maxReplicas=9',
  'podMonitor.enabled=true',
  'podMonitor.labels.release=prometheus',
  'files.existingClaim=shared',
  'secretKey.existingSecret=kinora-key',
];

test(
  'local models have a worker of their own, on a graphics card with a volume',
  skipWithoutPrograms('helm'),
  async () => {
    const values = [
      'enabled=true',
      'image.repository=registry.example/kinora-vulkan',
      'runtimeClassName=nvidia',
    ];
    const limit = String.raw`localModels.resources.limits.nvidia\.com/gpu=1`;
    const objects = await renderChart([...required, ...values.map(each => `localModels.${each}`), limit]);
    const findPod = (role: string) =>
      objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === `kinora-${role}`).spec;
    const { strategy, template, replicas } = findPod('models');
    const { hostname, runtimeClassName, containers, volumes } = template.spec;
    assert.deepEqual(
      [strategy, replicas, hostname, runtimeClassName],
      [{ type: 'Recreate' }, 1, 'kinora-models', 'nvidia'],
    );
    const [container] = containers;
    assert.equal(container.resources.limits['nvidia.com/gpu'], 1);
    assert.match(container.image, /^registry\.example\/kinora-vulkan:/);
    const findSetting = (env: { name: string; value?: string }[], name: string) =>
      env.find(isNamed(name))?.value;
    assert.deepEqual(
      ['KINORA_ROLE', 'KINORA_MODELS_DIR', 'KINORA_LOCAL_MODELS'].map(name =>
        findSetting(container.env, name),
      ),
      ['worker', '/models', undefined],
    );
    assert.ok(container.volumeMounts.some(({ mountPath }: { mountPath: string }) => mountPath === '/models'));
    assert.equal(volumes.find(isNamed('models')).persistentVolumeClaim.claimName, 'kinora-models');
    assert.ok(
      objects.some(
        ({ kind, metadata }) => kind === 'PersistentVolumeClaim' && metadata.name === 'kinora-models',
      ),
    );
    const states = ['api', 'worker'].map(role =>
      findSetting(findPod(role).template.spec.containers[0].env, 'KINORA_LOCAL_MODELS'),
    );
    assert.deepEqual(states, [undefined, 'off'], 'the API offers them, and no other worker installs them');
  },
);

test('the ingress of the chart exposes only the API', skipWithoutPrograms('helm'), async () => {
  const objects = await renderChart(everything);
  const { metadata, spec } = findObject(objects, 'Ingress');
  assert.deepEqual(metadata.annotations, { a: 'b' });
  assert.deepEqual(spec, {
    ingressClassName: 'nginx',
    tls: [{ hosts: ['kinora.example.com'], secretName: 'kinora-tls' }],
    rules: [
      {
        host: 'kinora.example.com',
        http: {
          paths: [
            {
              path: '/',
              pathType: 'Prefix',
              backend: { service: { name: 'kinora', port: { name: 'http' } } },
            },
          ],
        },
      },
    ],
  });
  assert.deepEqual(findObject(objects, 'Service').spec.selector, pods('api'));
});

test(
  "the chart scales both roles with a shared volume and the operator's key",
  skipWithoutPrograms('helm'),
  async () => {
    const objects = await renderChart(everything);
    const scalers = objects.filter(isKind('HorizontalPodAutoscaler'));
    assert.deepEqual(
      scalers.map(scaler => [
        scaler.spec.scaleTargetRef.name,
        scaler.spec.minReplicas,
        scaler.spec.maxReplicas,
      ]),
      [
        ['kinora-api', 2, 6],
        ['kinora-worker', 2, 9],
      ],
    );
    // The chart must not set what an autoscaler sets.
    for (const deployment of objects.filter(isKind('Deployment'))) {
      assert.equal(deployment.spec.replicas, undefined);
      const [volume] = deployment.spec.template.spec.volumes;
      assert.equal(volume.persistentVolumeClaim.claimName, 'shared');
      const key = deployment.spec.template.spec.containers[0].env.find(isNamed('KINORA_SECRET_KEY'));
      assert.deepEqual(key.valueFrom.secretKeyRef, { name: 'kinora-key', key: 'KINORA_SECRET_KEY' });
    }
    assert.equal(objects.some(isKind('PersistentVolumeClaim')), false);
  },
);

test(
  'the metrics of all pods are scraped under the job name of the alert rules',
  skipWithoutPrograms('helm'),
  async () => {
    const { 'app.kubernetes.io/component': _, ...all } = pods('');
    const monitor = findObject(await renderChart(everything), 'PodMonitor');
    assert.equal(monitor.metadata.labels.release, 'prometheus');
    assert.deepEqual(monitor.spec, {
      selector: { matchLabels: all },
      podMetricsEndpoints: [
        {
          port: 'monitoring',
          path: '/metrics',
          interval: '30s',
          relabelings: [{ targetLabel: 'job', replacement: 'kinora' }],
        },
      ],
    });
  },
);

test('Compose waits for health checks, also with images that define none', async () => {
  for (const file of ['compose.yaml', 'compose.scaled.yaml']) {
    const { services } = parse(await readFile(join(ops, '..', file), 'utf8'), { merge: true });
    const kinoraServices = Object.entries<any>(services).filter(([, { image = '' }]) =>
      image.includes('KINORA_IMAGE'),
    );
    assert.ok(kinoraServices.length > 0);
    for (const [name, { healthcheck, env_file }] of kinoraServices) {
      assert.deepEqual(healthcheck?.test, ['CMD', 'node', 'bin/healthcheck.js'], name);
      assert.deepEqual(env_file, [{ path: 'kinora.env', required: false }], name);
    }
  }
});

test('the parts of Compose that use a bucket share no file and reach the database through the pooler', async () => {
  const read = async (file: string) => parse(await readFile(join(ops, '..', file), 'utf8'), { merge: true });
  const [scaledFile, { services }] = await Promise.all([
    read('compose.scaled.yaml'),
    read('compose.s3.yaml'),
  ]);
  const parts = Object.keys(scaledFile.services).filter(name => /^(?:api|worker)-/.test(name));
  for (const part of parts) {
    const { environment, depends_on, volumes } = services[part];
    assert.deepEqual(volumes, ['/data'], `${part} has a volume of its own in place of the shared one`);
    assert.match(environment.DATABASE_URL, /@pooler:/);
    assert.match(environment.DATABASE_DIRECT_URL, /@database:/);
    assert.ok(environment.KINORA_S3_BUCKET && depends_on.pooler, part);
  }
  assert.equal(services.pooler.environment.POOL_MODE, 'transaction');
});

test('a graphics card reaches the server of Compose, with the image that has the Vulkan loader', async () => {
  const [nvidia, dri] = await Promise.all(
    ['compose.nvidia.yaml', 'compose.dri.yaml'].map(async file =>
      parse(await readFile(join(ops, '..', file), 'utf8')),
    ),
  );
  for (const { services } of [nvidia, dri]) {
    assert.deepEqual(Object.keys(services), ['kinora'], 'a service of compose.yaml');
    assert.equal(services.kinora.build.target, 'with-vulkan');
  }
  const [device] = nvidia.services.kinora.deploy.resources.reservations.devices;
  assert.deepEqual([device.driver, device.capabilities.includes('graphics')], ['nvidia', true]);
  assert.deepEqual(dri.services.kinora.devices, ['/dev/dri:/dev/dri']);
  const image = await readFile(join(ops, '..', 'Dockerfile'), 'utf8');
  assert.match(image, /AS with-vulkan\n[^]*?libvulkan1[^]*?\nUSER 10001:10001\n/);
});

test(
  'the chart fails to render without an image or a database, or with secrets among the settings',
  skipWithoutPrograms('helm'),
  async () => {
    // The order of the names depends on the version of Helm.
    for (const missing of [/image\/repository/, /database\/existingSecret/])
      await assert.rejects(helm('template', ['kinora', chart], []), missing);
    const secret = 'settings.KINORA_SECRET_KEY=abc';
    await assert.rejects(helm('template', ['kinora', chart], [...required, secret]), /settings/);
  },
);

test('workers are scaled by the queue, if KEDA is asked for', skipWithoutPrograms('helm'), async () => {
  const objects = await renderChart([...everything, 'worker.autoscaling.byQueue=true']);
  const { spec } = findObject(objects, 'ScaledObject');
  assert.deepEqual(
    [spec.scaleTargetRef.name, spec.minReplicaCount, spec.maxReplicaCount],
    ['kinora-worker', 2, 9],
  );
  assert.deepEqual(spec.triggers, [
    {
      type: 'postgresql',
      metricType: 'AverageValue',
      metadata: {
        connectionFromEnv: 'DATABASE_URL',
        query: 'select workers_needed()',
        targetQueryValue: '1',
      },
    },
  ]);
  assert.equal(objects.filter(isKind('HorizontalPodAutoscaler')).length, 1, 'of the API alone');
});

async function renderChart(values: readonly string[]): Promise<any[]> {
  const { stdout } = await helm('template', ['kinora', chart], values);
  return parseAllDocuments(stdout).map(document => document.toJS());
}

const isKind = (kind: string) => (object: { kind: string }) => object.kind === kind;
const isNamed = (name: string) => (object: { name: string }) => object.name === name;

function findObject(objects: readonly any[], kind: string): any {
  const matches = objects.filter(isKind(kind));
  assert.equal(matches.length, 1, kind);
  return matches[0];
}

function helm(action: string, args: readonly string[], values: readonly string[]) {
  const sets = values.flatMap(value => ['--set', value]);
  return run('helm', [action, ...args, '--kube-version', '1.31.0', ...sets]);
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-ops-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
