/**
 * The values of all metrics, and their text format (prometheus.io/docs/instrumenting/exposition_formats,
 * version 0.0.4). The number of series is bounded: values outside a closed list, and all that come after
 * `maxSeries`, count as `other`.
 */
import { metricDefinitions, type MetricDefinition, type MetricName } from './metric-definitions.ts';

export type Labels = Readonly<Record<string, string>>;

export interface Registry {
  /** Adds to a counter. */
  add(name: MetricName, labels?: Labels, amount?: number): void;
  /** Adds a value to a histogram. */
  observe(name: MetricName, labels: Labels, value: number): void;
  /** Does the same as `add` for one series, which is looked up once. */
  counter(name: MetricName, labels: Labels): () => void;
  /** Does the same as `observe` for one series, which is looked up once. */
  histogram(name: MetricName, labels: Labels): (value: number) => void;
  /** Sets a gauge, or a counter that is counted elsewhere. */
  set(name: MetricName, labels: Labels, value: number): void;
  /** Forgets the values of a gauge. */
  clear(name: MetricName): void;
  /** All metrics that have values, as text. */
  render(): string;
}

/** Maximum number of series of a metric; more than an installation with hundreds of models uses. */
const maxSeries = 1_000;
const otherLabel = 'other';

interface Series {
  readonly labels: readonly string[];
  value: number;
  /** The number of values in each bucket of a histogram alone. */
  readonly buckets: number[];
  count: number;
}

interface Values {
  readonly definition: MetricDefinition;
  readonly series: Map<string, Series>;
}

export function openRegistry(): Registry {
  const valuesByName = new Map(
    Object.entries<MetricDefinition>(metricDefinitions).map(([name, definition]) => [
      name,
      { definition, series: new Map() } as Values,
    ]),
  );
  const seriesFor = (name: MetricName, labels: Labels): Series =>
    findSeries(valuesByName.get(name) as Values, labels);
  const histogram: Registry['histogram'] = (name, labels) => {
    const series = seriesFor(name, labels);
    const bounds = valuesByName.get(name)?.definition.buckets ?? [];
    return value => observe(series, bounds, value);
  };
  for (const values of valuesByName.values()) if (values.definition.type !== 'gauge') beginAtZero(values);
  return {
    add: (name, labels = {}, amount = 1) => {
      seriesFor(name, labels).value += amount;
    },
    observe: (name, labels, value) => histogram(name, labels)(value),
    counter: (name, labels) => {
      const series = seriesFor(name, labels);
      return () => {
        series.value++;
      };
    },
    histogram,
    set: (name, labels, value) => {
      seriesFor(name, labels).value = value;
    },
    clear: name => valuesByName.get(name)?.series.clear(),
    render: () => [...valuesByName].map(([name, values]) => renderMetric(name, values)).join(''),
  };
}

function observe(series: Series, bounds: readonly number[], value: number): void {
  const bucket = bounds.findIndex(bound => value <= bound);
  if (bucket >= 0) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
  series.value += value;
  series.count++;
}

/**
 * An increase from nothing to one is not seen by `increase()`, so series whose labels are known beforehand
 * begin at zero.
 */
function beginAtZero(values: Values): void {
  const labels = Object.entries(values.definition.labels);
  if (labels.some(([, choices]) => choices === 'open') || labels.length > 1) return;
  const [name, choices] = labels[0] ?? [];
  if (name === undefined) findSeries(values, {});
  else for (const value of choices as readonly string[]) findSeries(values, { [name]: value });
}

function findSeries({ definition, series }: Values, labels: Labels): Series {
  const names = Object.keys(definition.labels);
  const key = toKey(names.map(name => allowedValue(definition, name, labels)));
  const match = series.get(key);
  if (match) return match;
  const values = names.map(name => allowedValue(definition, name, labels));
  const isFull = series.size >= maxSeries;
  const labelValues = isFull
    ? values.map((value, index) => (isOpen(definition, names[index]) ? otherLabel : value))
    : values;
  const existing = series.get(toKey(labelValues));
  if (existing) return existing;
  const newSeries: Series = {
    labels: labelValues,
    value: 0,
    buckets: (definition.buckets ?? []).map(() => 0),
    count: 0,
  };
  series.set(toKey(labelValues), newSeries);
  return newSeries;
}

const toKey = (values: readonly string[]) => values.join('\n');

function isOpen(definition: MetricDefinition, name = ''): boolean {
  return definition.labels[name] === 'open';
}

function allowedValue(definition: MetricDefinition, name: string, labels: Labels): string {
  const value = labels[name] ?? otherLabel;
  const choices = definition.labels[name];
  return choices === 'open' || choices?.includes(value) ? value : otherLabel;
}

function renderMetric(name: string, { definition, series }: Values): string {
  if (series.size === 0) return '';
  const names = Object.keys(definition.labels);
  const lines = [...series.values()].flatMap(each => {
    const labels = each.labels.map((value, index) => `${names[index]}="${escapeText(value, true)}"`);
    return definition.type === 'histogram'
      ? histogramLines(name, definition, { ...each, labels })
      : [sampleLine(name, labels, each.value)];
  });
  return `# HELP ${name} ${escapeText(definition.help, false)}\n# TYPE ${name} ${definition.type}\n${lines.join('')}`;
}

function histogramLines(name: string, { buckets = [] }: MetricDefinition, series: Series): string[] {
  let count = 0;
  const bucketLines = buckets.map((bound, index) => {
    count += series.buckets[index] ?? 0;
    return sampleLine(`${name}_bucket`, [...series.labels, `le="${bound}"`], count);
  });
  return [
    ...bucketLines,
    sampleLine(`${name}_bucket`, [...series.labels, 'le="+Inf"'], series.count),
    sampleLine(`${name}_sum`, series.labels, series.value),
    sampleLine(`${name}_count`, series.labels, series.count),
  ];
}

function sampleLine(name: string, labels: readonly string[], value: number): string {
  return `${name}${labels.length > 0 ? `{${labels.join(',')}}` : ''} ${numberText(value)}\n`;
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}

function escapeText(text: string, isLabel: boolean): string {
  const lines = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return isLabel ? lines.replaceAll('"', '\\"') : lines;
}
