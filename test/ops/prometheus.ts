/**
 * npm run test:ops -- prometheus: promtool checks the alert rules, fires each of them, and checks the metrics
 * of a real Kinora. A Prometheus scrapes a server whose storage fails, and its alert fires.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { call, startTestApp, until } from '../support/servers/app.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { skipWithoutPrograms } from '../support/programs/needs.ts';
import { freePort } from '../support/servers/free-port.ts';

const run = promisify(execFile);
const ops = fileURLToPath(new URL('../../ops/prometheus/', import.meta.url));
const settings = { KINORA_MONITORING_ADDRESS: '127.0.0.1:0' };

test('promtool accepts the rules, and each fires by its fault', skipWithoutPrograms('promtool'), async () => {
  await run('promtool', ['check', 'rules', join(ops, 'rules.yml')]);
  await run('promtool', ['test', 'rules', join(ops, 'rules.test.yml')]);
});

test('promtool accepts the metrics of a server', skipWithoutPrograms('promtool'), async () => {
  const kinora = await startTestApp({ settings });
  const { body } = await call(`${kinora.app.monitoringAddress}/metrics`);
  const promtool = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [promtool.stdout, promtool.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  promtool.stdin.end(body);
  const [code] = await once(promtool, 'close');
  assert.deepEqual([code, output], [0, '']);
});

test(
  'a Prometheus that scrapes a server whose storage fails fires the alert',
  skipWithoutPrograms('prometheus'),
  async () => {
    const kinora = await startTestApp({ settings });
    const url = await startPrometheus(new URL(String(kinora.app.monitoringAddress)).host);
    const query = async (expr: string) => {
      const answer = await call(`${url}/api/v1/query?query=${encodeURIComponent(expr)}`).catch(
        () => undefined,
      );
      return (answer?.body.data?.result ?? []) as { value: [number, string] }[];
    };
    await until(
      () => query('up{job="kinora"} == 1'),
      result => result.length === 1,
    );
    await rm(join(kinora.dataDir, 'files'), { recursive: true });
    const [alert] = await until(
      () => query('ALERTS{alertname="KinoraStorageFailing",alertstate="firing"}'),
      result => result.length === 1,
    );
    assert.equal(alert?.value[1], '1');
    assert.equal((await query('ALERTS{alertname="KinoraDatabaseUnreadable"}')).length, 0);
  },
);

async function startPrometheus(target: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-prometheus-'));
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [join(ops, 'rules.yml')],
    scrape_configs: [{ job_name: 'kinora', static_configs: [{ targets: [target] }] }],
  };
  // JSON is valid YAML.
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const prometheus = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  atEnd(async () => {
    prometheus.kill('SIGKILL');
    if (prometheus.exitCode === null && prometheus.signalCode === null) await once(prometheus, 'exit');
    await rm(folder, { recursive: true });
  });
  return `http://${address}`;
}
