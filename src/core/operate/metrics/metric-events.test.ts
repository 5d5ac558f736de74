import assert from 'node:assert/strict';
import { test } from 'node:test';
import { combineEvents, logEvents } from '../events.ts';
import { StorageError } from '../../../media/storage/storage-error.ts';
import type { LeasedTask } from '../../tasks/task.ts';
import { metricEvents } from './metric-events.ts';
import { openRegistry } from './registry.ts';

let nowMs = 0;

function begin() {
  const registry = openRegistry();
  const isModel = (id: string) => id === 'sketch';
  return { registry, events: metricEvents({ registry, isModel, clock: { now: () => nowMs } }) };
}

// The fields of a task that the events read.
const task = (fields: Partial<LeasedTask> = {}) =>
  ({
    lease: { taskId: '1', owner: 'me', attempt: 1 },
    model: 'sketch',
    engine: 'scripted',
    phase: 'queued',
    tierRank: 2,
    waitedMs: 4_000,
    ...fields,
  }) as LeasedTask;

test('the wait and each stage of a task are measured, and its end is counted', () => {
  const { registry, events } = begin();
  const leasedTask = task();
  events.taskLeased(leasedTask);
  nowMs += 1_000;
  events.taskStarted({ ...leasedTask, phase: 'starting' });
  nowMs += 20_000;
  events.taskRendered({ ...leasedTask, phase: 'running' });
  nowMs += 3_000;
  events.taskSaved({ ...leasedTask, phase: 'saving' });
  events.taskEnded(leasedTask, { phase: 'succeeded' });
  const text = registry.render();
  for (const line of [
    'kinora_queue_wait_seconds_sum{tier="fast"} 4',
    'kinora_stage_seconds_sum{stage="start"} 1',
    'kinora_stage_seconds_sum{stage="render"} 20',
    'kinora_stage_seconds_sum{stage="save"} 3',
    'kinora_tasks_ended_total{engine="scripted",model="sketch",code="succeeded"} 1',
  ])
    assert.ok(text.includes(`${line}\n`), line);
});

test('for a task that another process started, only local stages are measured', () => {
  const { registry, events } = begin();
  const adoptedTask = task({ phase: 'running', lease: { taskId: '1', owner: 'me', attempt: 2 } });
  events.taskLeased(adoptedTask);
  nowMs += 5_000;
  events.taskRendered(adoptedTask);
  const text = registry.render();
  assert.ok(text.includes('kinora_queue_wait_seconds_count{tier="fast"} 0\n'));
  assert.ok(text.includes('kinora_stage_seconds_count{stage="render"} 0\n'));
});

test('lost paid work, storage errors and unknown models are counted', () => {
  const { registry, events } = begin();
  events.taskEnded(task({ model: 'invented' }), { phase: 'failed', code: 'paid_work_lost' });
  events.taskExpired({ publicId: 'x', model: 'sketch', engine: undefined, code: 'model_unserved' });
  events.workerError(new StorageError('full', 'The volume refused.'));
  events.workerError(new Error('other'));
  const text = registry.render();
  for (const line of [
    'kinora_tasks_ended_total{engine="scripted",model="other",code="paid_work_lost"} 1',
    'kinora_tasks_ended_total{engine="none",model="sketch",code="model_unserved"} 1',
    'kinora_paid_work_lost_total 1',
    'kinora_storage_errors_total 1',
    'kinora_worker_errors_total 2',
  ])
    assert.ok(text.includes(`${line}\n`), line);
});

test('combined events reach the log and the metrics', () => {
  const { registry, events } = begin();
  const messages: string[] = [];
  const write = (_: object, message: string) => void messages.push(message);
  const log = { debug: write, info: write, warn: write, error: write };
  const combinedEvents = combineEvents(logEvents(log), events);
  combinedEvents.leaseLost(task());
  combinedEvents.filesSwept(1, 7);
  assert.deepEqual(messages, ['lease lost', 'expired files deleted']);
  assert.ok(registry.render().includes('kinora_lease_lost_total 1\n'));
  assert.ok(registry.render().includes('kinora_files_deleted_total 7\n'));
});
