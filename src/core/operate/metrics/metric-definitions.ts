/**
 * All metrics, with their labels and what they mean. The table in docs/metrics.md is made from this one.
 * A label has either a closed list of values, or `open`: names from the catalogue, the engines or the
 * routes, never text of a client.
 */
import type { ErrorCode } from '@kinora/shared/errors/errors';
import { engineConditions } from '../engines/engine-health.ts';
import { tiers } from '@kinora/shared/models/model-card';

export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: Readonly<Record<string, readonly string[] | 'open'>>;
  /** The upper bounds of the buckets of a histogram. */
  readonly buckets?: readonly number[];
}

const open = 'open';
const pools = ['plain', 'indexed'] as const;
const quickSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const slowSeconds = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600];

export const metricDefinitions = {
  kinora_queue_wait_seconds: histogram(
    'Time in the queue, from the submit of a task until a worker first leased it.',
    { tier: tiers },
    slowSeconds,
  ),
  kinora_stage_seconds: histogram(
    'Time of a stage: `start` (lease until the engine accepted the job), `render` (until its result is ready), `save` (until its files are stored).',
    { stage: ['start', 'render', 'save'] },
    slowSeconds,
  ),
  kinora_tasks_ended_total: counter(
    'Tasks that a worker ended, by engine, model and error code (`succeeded`: none). Excludes tasks that were cancelled in the queue.',
    { engine: open, model: open, code: open },
  ),
  kinora_paid_work_lost_total: counter(
    'Tasks that failed although a paid engine may have done the work (`paid_work_lost`, `start_unknown`).',
  ),
  kinora_tasks_requeued_total: counter('Tasks that were returned to the queue to be retried.', {
    engine: open,
  }),
  kinora_engine_failures_total: counter('Failures that engines reported, including those that are retried.', {
    engine: open,
    code: open,
  }),
  kinora_engine_check_failures_total: counter('Status checks that an engine did not answer.', {
    engine: open,
  }),
  kinora_lease_lost_total: counter(
    'Tasks whose lease another worker took while this one was working on them.',
  ),
  kinora_worker_errors_total: counter('Unexpected errors of the worker, the deliverer and the housekeeping.'),
  kinora_storage_errors_total: counter('Errors of the storage while a worker used it.'),
  kinora_hook_attempts_total: counter('Delivery attempts of webhooks.', {
    outcome: ['accepted', 'failed', 'gone', 'given_up'],
  }),
  kinora_hook_attempt_seconds: histogram('Time of a delivery attempt of a webhook.', {}, quickSeconds),
  kinora_engine_reports_total: counter(
    'Webhook reports from providers, by whether their signature was verified.',
    { engine: open, outcome: ['verified', 'unverified'] },
  ),
  kinora_files_deleted_total: counter('Files that were deleted after their retention.'),
  kinora_clock_jumps_total: counter('Sweeps that deleted nothing, because the clock had jumped ahead.'),

  kinora_http_requests_total: counter(
    'Requests that were answered, by interface, route template and status class.',
    {
      interface: ['image', 'images', 'video', 'console', 'site', 'other'],
      method: ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'other'],
      route: open,
      status: ['1xx', '2xx', '3xx', '4xx', '5xx'],
    },
  ),
  kinora_http_request_seconds: histogram(
    'Time from the headers of a request to the end of its response. Excludes event streams.',
    { interface: ['image', 'images', 'video', 'console', 'site', 'other'], route: open },
    quickSeconds,
  ),

  kinora_queue_tasks: gauge('Tasks in the queue.', { tier: tiers }),
  kinora_queue_oldest_seconds: gauge('Age of the oldest task in the queue.'),
  kinora_running_tasks: gauge('Tasks that a worker has leased.'),
  kinora_hold_oldest_seconds: gauge('Age of the oldest hold: the oldest task that has not ended.'),
  kinora_hold_limit_seconds: gauge(
    'Age at which every task has ended: the queue limit, the task timeout and ten minutes together.',
  ),
  kinora_hold_micros: gauge('Funds held for tasks that have not ended, in millionths of the currency.'),
  kinora_engine_busy: gauge('Slots of an engine that are in use.', { engine: open }),
  kinora_engine_slots: gauge('Slots of an engine in all workers.', { engine: open }),
  kinora_engine_state: gauge(
    '1 for the state of an engine. Failures do not count here: `healthy` includes degraded and failing engines.',
    { engine: open, state: engineConditions.filter(name => name !== 'degraded' && name !== 'failing') },
  ),
  kinora_breaker_open: gauge('1 for each route that is paused after failed starts, or is being retried.', {
    engine: open,
    model: open,
  }),
  kinora_workers: gauge('Workers that reported their engines within the last 30 seconds.'),
  kinora_workers_needed: gauge(
    'Workers that would have a slot for every task in the queue or in progress, from the slots of the workers that are there. At least 1.',
  ),
  kinora_hooks_retrying: gauge(
    'Webhooks whose final event was not delivered yet, after at least one failed attempt.',
  ),
  kinora_hook_receivers_failing: gauge('Receivers of webhooks that failed at least five times in a row.'),
  kinora_reconcile_problems: gauge('Differences that the last reconciliation found.'),
  kinora_reconcile_age_seconds: gauge('Time since the last reconciliation.'),

  kinora_up: gauge(
    '1 if the last read of a source of metrics succeeded. The gauges of a source that failed are absent.',
    {
      source: ['database', 'disk', 'storage'],
    },
  ),
  kinora_feed_lag_seconds: gauge('Time since this process last read the change feed.'),
  kinora_db_pool_max: gauge('Connections to the database that a pool may open.', { pool: pools }),
  kinora_db_pool_open: gauge('Connections to the database that a pool has open.', { pool: pools }),
  kinora_db_pool_idle: gauge('Open connections to the database that are idle.', { pool: pools }),
  kinora_db_pool_waiting: gauge('Queries that wait for a connection.', { pool: pools }),
  kinora_disk_free_bytes: gauge('Free space of the volume under KINORA_DATA_DIR.'),
  kinora_disk_size_bytes: gauge('Size of the volume under KINORA_DATA_DIR.'),
  kinora_event_loop_lag_seconds: gauge(
    'Delay of the event loop since the last scrape: median, 99th percentile and maximum.',
    { statistic: ['median', 'p99', 'max'] },
  ),
  kinora_build_info: gauge('1, with the version of Kinora, the version of Node and the role as labels.', {
    version: open,
    node: open,
    role: ['all', 'api', 'worker'],
  }),
  process_cpu_seconds_total: counter('CPU time of the process, in user and system mode.'),
  process_resident_memory_bytes: gauge('Resident memory of the process.'),
  process_start_time_seconds: gauge('Start of the process, in seconds since 1970.'),
} satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof metricDefinitions;

/** The error codes with which work may have been paid for and lost. */
export const paidLosses: readonly ErrorCode[] = ['paid_work_lost', 'start_unknown'];

function counter(help: string, labels: MetricDefinition['labels'] = {}): MetricDefinition {
  return { type: 'counter', help, labels };
}

function gauge(help: string, labels: MetricDefinition['labels'] = {}): MetricDefinition {
  return { type: 'gauge', help, labels };
}

function histogram(
  help: string,
  labels: MetricDefinition['labels'],
  buckets: readonly number[],
): MetricDefinition {
  return { type: 'histogram', help, labels, buckets };
}
