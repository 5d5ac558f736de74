/** The dashboard, the alert rules and their documentation refer to metrics that exist. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parse } from 'yaml';
import {
  metricDefinitions,
  type MetricDefinition,
} from '../../src/core/operate/metrics/metric-definitions.ts';
import { engineFaults } from '../../src/core/operate/engines/engine-health.ts';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const dashboard = JSON.parse(await read('ops/grafana/kinora.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const rules = parse(await read('ops/prometheus/rules.yml')) as {
  groups: { rules: { alert: string; expr: string }[] }[];
};
const alerts = rules.groups.flatMap(group => group.rules);
const panels = dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
const all: Readonly<Record<string, MetricDefinition>> = metricDefinitions;

/** The name of every series in the expression, with its label matchers. */
function listMetrics(expr: string): { name: string; labels: readonly string[] }[] {
  return [...expr.matchAll(/\b((?:kinora|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', matchers = '']) => ({
      name,
      labels: [...matchers.matchAll(/(\w+)\s*(?:=|!=|=~|!~)"/g)].map(([, label = '']) => label),
    }),
  );
}

test('every metric and label in the dashboard and the rules exists', () => {
  const expressions = [...panels.map(({ expr }) => expr), ...alerts.map(({ expr }) => expr)];
  const used = expressions.flatMap(listMetrics);
  assert.ok(used.length > 40, String(used.length));
  for (const { name, labels } of used) {
    const base = all[name] ? name : name.replace(/_(bucket|sum|count)$/, '');
    const family = all[base];
    assert.ok(family && (base === name || family.type === 'histogram'), name);
    for (const label of labels) assert.ok(label === 'job' || label in family.labels, `${name}: ${label}`);
  }
});

test('the rule for failing engines counts the same codes as the engine state', () => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'KinoraEngineErrors') ?? {};
  assert.deepEqual(/code=~"([^"]+)"/.exec(expr)?.[1]?.split('|').sort(), [...engineFaults].sort());
});

test('every alert is explained, and has a test that fires it', async () => {
  const page = await read('docs/operate.md');
  const tests = await read('ops/prometheus/rules.test.yml');
  const alertNames = [...page.matchAll(/^\| `(Kinora\w+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(
    alertNames,
    alerts.map(({ alert }) => alert),
  );
  for (const { alert } of alerts) assert.ok(tests.includes(`  - name: ${alert}\n`), alert);
});
