/**
 * npm run bench [topic …] [--tasks N] [--idle-minutes N] [--millions N,N] [--hold-minutes N] [--per-second N]
 * [--jobs N,N] [--finish-ms N] [--per-minute N] [--report-ms N] [--kills N] [--sheet-edge N]: measures, and
 * compares with the targets. The exit code is 0 even if targets are missed, because figures depend on
 * the machine. README.md in this folder explains each row.
 */
import { parseArgs } from 'node:util';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { newRowId } from '../src/platform/lib/id.ts';
import { runAsAdmin, databaseUrl, startTestServer, template } from '../test/support/servers/test-server.ts';
import { accounts } from './accounts.ts';
import { adapters } from './adapters.ts';
import { clips } from './clips.ts';
import { compose } from './compose.ts';
import { consolePages } from './console.ts';
import { content } from './content.ts';
import { drawing } from './drawing.ts';
import { encoders } from './encoders.ts';
import { gateway } from './gateway.ts';
import { hostile } from './hostile.ts';
import { latency } from './latency.ts';
import { lists } from './lists.ts';
import { metrics } from './metrics.ts';
import { pictures } from './pictures.ts';
import { placedPolls } from './placed-polls.ts';
import { poll } from './poll.ts';
import { routing } from './routing.ts';
import { scale } from './scale.ts';
import { slowClients } from './slow-clients.ts';
import { snapshot } from './snapshot.ts';
import { soak } from './soak.ts';
import { start } from './start.ts';
import { submit } from './submit.ts';
import { asTable, type Row } from './table.ts';
import type { BenchFlags, Topic } from './topic.ts';
import { throughput } from './throughput.ts';
import { uploads } from './uploads.ts';
import { waiting } from './waiting.ts';
import { workers } from './workers.ts';

const topics: readonly Topic[] = [
  poll,
  metrics,
  placedPolls,
  submit,
  throughput,
  workers,
  accounts,
  lists,
  latency,
  waiting,
  adapters,
  routing,
  encoders,
  content,
  slowClients,
  drawing,
  clips,
  pictures,
  compose,
  consolePages,
  start,
  soak,
  scale,
  snapshot,
  uploads,
  hostile,
  gateway,
];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    tasks: { type: 'string', default: '300' },
    'idle-minutes': { type: 'string', default: '5' },
    millions: { type: 'string', default: '1,5' },
    'hold-minutes': { type: 'string', default: '10' },
    'per-second': { type: 'string', default: 'Infinity' },
    jobs: { type: 'string', default: '100,1000' },
    'finish-ms': { type: 'string', default: '20000' },
    'per-minute': { type: 'string', default: 'Infinity' },
    'report-ms': { type: 'string', default: 'Infinity' },
    kills: { type: 'string', default: '0' },
    'sheet-edge': { type: 'string', default: '128' },
  },
});
const flags = {
  tasks: Number(values.tasks),
  idleMinutes: Number(values['idle-minutes']),
  millions: values.millions.split(',').map(Number),
  holdMinutes: Number(values['hold-minutes']),
  perSecond: Number(values['per-second']),
  jobs: values.jobs.split(',').map(Number),
  finishMs: Number(values['finish-ms']),
  perMinute: Number(values['per-minute']),
  reportMs: Number(values['report-ms']),
  kills: Number(values.kills),
  sheetEdge: Number(values['sheet-edge']),
};
const splitParts = (name: string, text: string) =>
  name === 'millions' || name === 'jobs' ? text.split(',') : [text];
const wrong = Object.entries(values).filter(
  ([name, text]) => name !== 'kills' && !splitParts(name, text).every(part => Number(part) > 0),
);
for (const [name, text] of wrong) console.error(`--${name} ${text}: only positive numbers are allowed.`);
process.exitCode = wrong.length > 0 ? 2 : await bench(positionals, flags);

async function bench(names: readonly string[], flags: BenchFlags): Promise<number> {
  const unknown = names.filter(name => !topics.some(topic => topic.name === name));
  if (unknown.length > 0) {
    console.error(
      `No such topic: ${unknown.join(', ')}. Topics: ${topics.map(topic => topic.name).join(', ')}.`,
    );
    return 1;
  }
  console.log(machine());
  const postgres = await startTestServer({ isDurable: true });
  const freshDatabase = async (): Promise<string> => {
    const name = `bench_${newRowId().replaceAll('-', '')}`;
    await runAsAdmin(postgres.connection, `create database ${name} template ${template}`);
    return databaseUrl(postgres.connection, name);
  };
  const rows: Row[] = [];
  let failureCount = 0;
  for (const topic of topics.filter(({ name, isLong }) =>
    names.length === 0 ? !isLong : names.includes(name),
  )) {
    const startedMs = performance.now();
    const stops: (() => Promise<unknown>)[] = [];
    try {
      const topicRows = await topic.run({ flags, freshDatabase, atEnd: stop => stops.push(stop) });
      console.log(`\n${topic.name}, ${Math.round((performance.now() - startedMs) / 1000)} s`);
      console.log(asTable(topicRows));
      rows.push(...topicRows);
    } catch (error) {
      failureCount++;
      console.error(`\n${topic.name} broke:`, error);
    } finally {
      for (const stop of stops.reverse()) await stop();
    }
  }
  await postgres.stop();
  console.log(`\n${asTable(rows)}\n${machine()}`);
  return failureCount > 0 ? 1 : 0;
}

function machine(): string {
  const load = loadavg().map(value => value.toFixed(1));
  return `${cpus()[0]?.model}, ${availableParallelism()} cores, load ${load.join(' ')}, Node ${process.versions.node}`;
}
