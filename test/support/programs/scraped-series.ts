/**
 * What a Prometheus with one scrape a minute would have seen of real servers, and which alerts of
 * ops/prometheus/rules.yml then fire. promtool evaluates the rules over the scraped values. Minutes that a
 * test cannot wait for repeat the last scrape.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { call, until } from '../servers/app.ts';
import { atEnd } from '../servers/clean-up.ts';

const rulesFile = fileURLToPath(new URL('../../../ops/prometheus/rules.yml', import.meta.url));

/**
 * The values of a scrape by series, such as `kinora_up{source="disk"}`. Undefined if the server did not
 * respond. `gone`: it is no longer a target.
 */
type Scrape = ReadonlyMap<string, number> | 'gone' | undefined;

export interface ScrapedSeries {
  /** Scrapes until the condition holds, and keeps only the last scrape, as one minute. */
  shows(series: string, fits: (value: number | undefined) => boolean): Promise<void>;
  /** Scrapes all servers once and repeats the result for this many minutes. */
  stay(minutes: number): Promise<void>;
  /** The servers are not targets of Prometheus for this many minutes. */
  vanish(minutes: number): void;
  /** Throws with the output of promtool unless exactly these alerts fire at the end. */
  assertFiring(...alerts: readonly string[]): Promise<void>;
}

/** `addresses` are the URLs of the servers' metrics. */
export function scrapedSeries(...addresses: readonly (string | undefined)[]): ScrapedSeries {
  const minutes: Scrape[][] = [];
  const scrapeAll = () => Promise.all(addresses.map(scrape));
  return {
    shows: async (series, fits) => {
      minutes.push(
        await until(scrapeAll, scrapes => scrapes.some(values => fits(valuesIn(values)?.get(series)))),
      );
    },
    stay: async count => {
      const scrapes = await scrapeAll();
      for (let minute = 0; minute < count; minute++) minutes.push(scrapes);
    },
    vanish: count => {
      for (let minute = 0; minute < count; minute++) minutes.push(addresses.map(() => 'gone'));
    },
    assertFiring: async (...alerts) => {
      const rules = await readFile(rulesFile, 'utf8');
      const input = addresses.flatMap((_, index) =>
        findSeries(
          minutes.map(scrapes => scrapes[index]),
          { rules, instance: `kinora-${index + 1}` },
        ),
      );
      await evaluate(input, { alerts, minute: minutes.length - 1 });
    },
  };
}

async function scrape(address: string | undefined): Promise<Scrape> {
  const answer = await call(`${address}/metrics`).catch(() => undefined);
  if (answer?.status !== 200) return undefined;
  const lines = String(answer.body)
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'));
  return new Map(lines.map(line => [line.replace(/ \S+$/, ''), Number(line.replace(/^.* /, ''))]));
}

interface InputSeries {
  readonly series: string;
  readonly values: string;
}

/**
 * Only the series that the rules name. A series that is missing in a scrape is stale
 * from then on, as in Prometheus.
 */
function findSeries(
  scrapes: readonly Scrape[],
  { rules, instance }: { readonly rules: string; readonly instance: string },
): InputSeries[] {
  const names = new Set(scrapes.flatMap(values => [...(valuesIn(values)?.keys() ?? [])]));
  const used = [...names].filter(name => rules.includes(name.replace(/\{.*/, '')));
  const target = `job="kinora",instance="${instance}"`;
  const series = used.map(name => ({
    series: name.endsWith('}') ? name.replace(/\}$/, `,${target}}`) : `${name}{${target}}`,
    values: scrapes.map(values => valuesIn(values)?.get(name) ?? 'stale').join(' '),
  }));
  const upValues = scrapes.map(values => (values === 'gone' ? 'stale' : values ? 1 : 0)).join(' ');
  return [...series, { series: `up{${target}}`, values: upValues }];
}

function valuesIn(scrape: Scrape): ReadonlyMap<string, number> | undefined {
  return scrape === 'gone' ? undefined : scrape;
}

async function evaluate(
  input: readonly InputSeries[],
  { alerts, minute }: { readonly alerts: readonly string[]; readonly minute: number },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-alerts-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const firing = {
    expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${minute}m`,
    exp_samples: alerts.map(alert => ({ labels: `{alertname="${alert}"}`, value: 1 })),
  };
  const file = join(folder, 'scraped.yml');
  // JSON is valid YAML.
  const tests = [{ interval: '1m', input_series: input, promql_expr_test: [firing] }];
  await writeFile(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }));
  await promisify(execFile)('promtool', ['test', 'rules', file]);
}
