import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRegistry } from './registry.ts';

const findLines = (text: string, name: string) => text.split('\n').filter(line => line.startsWith(name));

test('a histogram has cumulative buckets, a sum and a count', () => {
  const registry = openRegistry();
  for (const seconds of [0.001, 0.005, 0.2, 99]) registry.observe('kinora_hook_attempt_seconds', {}, seconds);
  const lines = findLines(registry.render(), 'kinora_hook_attempt_seconds');
  assert.ok(lines.includes('kinora_hook_attempt_seconds_bucket{le="0.005"} 2'));
  assert.ok(lines.includes('kinora_hook_attempt_seconds_bucket{le="0.25"} 3'));
  assert.ok(lines.includes('kinora_hook_attempt_seconds_bucket{le="10"} 3'));
  assert.ok(lines.includes('kinora_hook_attempt_seconds_bucket{le="+Inf"} 4'));
  assert.ok(lines.includes('kinora_hook_attempt_seconds_sum 99.206'));
  assert.ok(lines.includes('kinora_hook_attempt_seconds_count 4'));
});

test('every metric has a help text and a type, and label values are escaped', () => {
  const registry = openRegistry();
  registry.add('kinora_tasks_requeued_total', { engine: 'a "b"\\\nc' });
  const lines = registry.render().split('\n');
  const start = lines.indexOf('# TYPE kinora_tasks_requeued_total counter');
  assert.match(lines[start - 1] ?? '', /^# HELP kinora_tasks_requeued_total Tasks /);
  assert.equal(lines[start + 1], 'kinora_tasks_requeued_total{engine="a \\"b\\"\\\\\\nc"} 1');
});

test('counters with known labels start at zero, so that the first increase is visible', () => {
  const text = openRegistry().render();
  for (const line of [
    'kinora_paid_work_lost_total 0',
    'kinora_hook_attempts_total{outcome="given_up"} 0',
    'kinora_stage_seconds_count{stage="save"} 0',
  ])
    assert.ok(text.includes(`${line}\n`), line);
});

test('a value outside a closed list, or beyond the limit of names, is counted as other', () => {
  const registry = openRegistry();
  registry.add('kinora_hook_attempts_total', { outcome: 'invented' });
  for (let index = 0; index < 5_000; index++)
    registry.add('kinora_tasks_ended_total', { engine: `e${index}`, model: `m${index}`, code: 'succeeded' });
  const text = registry.render();
  assert.ok(text.includes('kinora_hook_attempts_total{outcome="other"} 1\n'));
  const lines = findLines(text, 'kinora_tasks_ended_total');
  assert.equal(lines.length, 1_001);
  assert.ok(text.includes('{engine="other",model="other",code="other"} 4000\n'));
});

test('a cleared gauge has no series, and numbers and infinities use the format of Prometheus', () => {
  const registry = openRegistry();
  registry.set('kinora_hold_micros', {}, 12_500_000_000);
  registry.set('kinora_feed_lag_seconds', {}, Number.POSITIVE_INFINITY);
  assert.ok(registry.render().includes('kinora_hold_micros 12500000000\n'));
  assert.ok(registry.render().includes('kinora_feed_lag_seconds +Inf\n'));
  registry.clear('kinora_hold_micros');
  assert.ok(!registry.render().includes('kinora_hold_micros'));
});
