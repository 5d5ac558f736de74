/**
 * The events of the table of decisions, each with what it depends on.
 * @NOTE length: data.
 */
import { reason as reasonFor } from '@kinora/shared/errors/reason';
import { EngineError } from '../src/engines/contract/engine-error.ts';
import { openPhases, type Phase } from '../src/core/tasks/task.ts';
import {
  type DecidingTraits,
  maxFreeOpens,
  maxLostAttempts,
  maxSameDamage,
  type TaskState,
} from '../src/core/tasks/work/decide.ts';
import type { OtherRoutes, StepEvent } from '../src/core/tasks/work/step-event.ts';

export interface Case {
  readonly phases: readonly Phase[];
  readonly title: string;
  readonly event: StepEvent;
  readonly state?: Partial<TaskState>;
  readonly traits?: Partial<DecidingTraits>;
}

const open: readonly Phase[] = openPhases;

const failure = (
  code: EngineError['code'],
  options: { readonly retryable?: boolean; readonly notStarted?: boolean } = {},
) => new EngineError(code, reasonFor('failed'), { retryable: true, ...options });
const reset = failure('engine_unavailable');
const damage = {
  reason: { code: 'engine_media_invalid', details: {} },
  failure: reset,
  failures: 0,
} as const;
const none: OtherRoutes = {
  hasAlternative: false,
  isOtherAwaited: false,
  pauseMs: undefined,
  refusedBy: [],
};
const refusal = (code: EngineError['code'], otherRoutes: Partial<OtherRoutes>, retryable = true) =>
  ({
    what: 'refused',
    failure: failure(code, { notStarted: true, retryable }),
    otherRoutes: { ...none, ...otherRoutes },
  }) as const;
const result = { media: [] };
const status = { state: 'running', progress: 0.5, checkAgainMs: 1000 } as const;
const due = { what: 'due' } as const;
const again = { isResumed: true };
const never = { afterUnknownStart: 'never', canFind: false } as const;
const local = { local: true, canFind: false, isPaid: false };
const reason = (code: 'cancelled' | 'timeout') => ({ code, details: {} });

export const cases: readonly Case[] = [
  { phases: ['queued'], title: 'a step is due', event: due },
  { phases: ['starting'], title: 'a step is due', event: due },
  { phases: ['running'], title: 'a step is due', event: due },
  { phases: ['saving'], title: 'a step is due', event: due },
  { phases: open, title: 'the client has cancelled it', event: due, state: { cancelRequested: true } },
  {
    phases: open,
    title: `it has lost ${maxLostAttempts} attempts`,
    event: due,
    state: { lostAttempts: maxLostAttempts },
  },

  { phases: ['queued'], title: 'its engine was drained', event: { what: 'drained' } },

  { phases: ['starting'], title: 'admitted', event: { what: 'admitted' } },
  {
    phases: ['starting'],
    title: 'admitted, after a start without a known answer; the engine looks work up by key',
    event: { what: 'admitted' },
    state: again,
    traits: { afterUnknownStart: 'find', canFind: true },
  },
  {
    phases: ['starting'],
    title: 'admitted, after a start without a known answer; the engine repeats a start with its key',
    event: { what: 'admitted' },
    state: again,
    traits: { afterUnknownStart: 'repeat', canFind: false },
  },
  {
    phases: ['starting'],
    title: 'admitted, after a start without a known answer; the engine can do neither',
    event: { what: 'admitted' },
    state: again,
    traits: never,
  },
  {
    phases: ['starting'],
    title: 'over a limit or budget; another route can take it',
    event: { what: 'not_admitted', delayMs: 10_000, hasAlternative: true },
  },
  {
    phases: ['starting'],
    title: 'over a limit or budget',
    event: { what: 'not_admitted', delayMs: 10_000, hasAlternative: false },
  },
  { phases: ['starting'], title: 'cancelled just before admission', event: { what: 'cancelled' } },
  { phases: ['starting'], title: 'no work with its key', event: { what: 'not_found' }, state: again },
  { phases: ['starting'], title: 'its route was removed', event: { what: 'route_gone' } },
  {
    phases: ['starting'],
    title: 'its route was removed, after a start without a known answer; the engine looks nothing up',
    event: { what: 'route_gone' },
    state: again,
    traits: { canFind: false },
  },
  { phases: ['starting'], title: 'an input file has expired', event: { what: 'input_gone' } },
  { phases: ['starting'], title: 'accepted', event: { what: 'started', handle: 'job' } },
  {
    phases: ['starting', 'running'],
    title: 'refused; another route can take it',
    event: refusal('engine_busy', { hasAlternative: true }),
  },
  {
    phases: ['starting', 'running'],
    title: 'refused; the engine is away',
    event: refusal('engine_unavailable', {}),
  },
  {
    phases: ['starting', 'running'],
    title: 'refused; the engine is busy, and the route paused',
    event: refusal('engine_busy', { pauseMs: 5000 }),
  },
  {
    phases: ['starting', 'running'],
    title: 'refused; another engine will be back',
    event: refusal('engine_error', { isOtherAwaited: true }),
  },
  { phases: ['starting', 'running'], title: 'refused; may pass', event: refusal('engine_error', {}) },
  {
    phases: ['starting', 'running'],
    title: 'refused for good',
    event: refusal('engine_rejected', { hasAlternative: true }, false),
  },
  {
    phases: ['starting'],
    title: 'refused, after a start without a known answer; another route can take it',
    event: refusal('engine_busy', { hasAlternative: true }),
    state: again,
  },
  { phases: ['starting'], title: 'start without an answer', event: { what: 'start_failed', failure: reset } },
  {
    phases: ['starting'],
    title: 'second start without an answer',
    event: { what: 'start_failed', failure: reset },
    state: again,
  },
  {
    phases: ['starting'],
    title: 'start without an answer; the engine can neither look up nor repeat',
    event: { what: 'start_failed', failure: reset },
    traits: never,
  },
  {
    phases: ['starting'],
    title: 'start answered with a failure that may pass',
    event: { what: 'start_failed', failure: failure('engine_error') },
  },
  {
    phases: ['starting'],
    title: 'start answered with a failure that may pass; the engine can neither look up nor repeat',
    event: { what: 'start_failed', failure: failure('engine_error') },
    traits: never,
  },
  {
    phases: ['starting'],
    title: 'start failed for good',
    event: { what: 'start_failed', failure: failure('engine_rejected', { retryable: false }) },
  },

  { phases: ['running'], title: 'in progress', event: { what: 'in_progress', status } },
  {
    phases: ['running'],
    title: 'in progress, after lost attempts',
    event: { what: 'in_progress', status },
    state: { lostAttempts: 1 },
  },
  {
    phases: ['running'],
    title: 'in progress, with a new handle',
    event: { what: 'in_progress', status: { ...status, handle: 'new' } },
  },
  {
    phases: ['running'],
    title: 'a new handle that could not be stored before',
    event: { what: 'handle_changed', handle: 'new', checkAgainMs: 0 },
  },
  { phases: ['running', 'saving'], title: 'call broken off', event: { what: 'interrupted' } },
  {
    phases: ['running'],
    title: 'check failed, may pass',
    event: { what: 'check_failed', error: reset, failures: 0 },
  },
  {
    phases: ['running'],
    title: 'check failed by a mistake of the adapter, five times in a row',
    event: { what: 'check_failed', error: new RangeError('mistake'), failures: 5 },
  },
  {
    phases: ['running'],
    title: 'check failed for good',
    event: { what: 'check_failed', error: failure('engine_error', { retryable: false }), failures: 0 },
  },
  { phases: ['running'], title: 'work lost', event: { what: 'lost' } },
  { phases: ['running'], title: 'work lost; local engine', event: { what: 'lost' }, traits: local },
  {
    phases: ['running'],
    title: `work lost for the ${maxLostAttempts}th time; local engine`,
    event: { what: 'lost' },
    traits: local,
    state: { lostAttempts: maxLostAttempts - 1 },
  },
  {
    phases: ['running'],
    title: 'work failed, may pass',
    event: { what: 'work_failed', failure: failure('engine_error') },
  },
  {
    phases: ['running'],
    title: 'work failed for good',
    event: { what: 'work_failed', failure: failure('engine_error', { retryable: false }) },
  },
  { phases: ['running'], title: 'done without media', event: { what: 'media_missing' } },
  { phases: ['running'], title: 'done, texts', event: { what: 'texts_done', result } },
  { phases: ['running'], title: 'done, media', event: { what: 'media_done', result } },

  {
    phases: ['saving'],
    title: 'a file cannot be fetched, may pass',
    event: { what: 'open_failed', failure: reset, failures: 0 },
  },
  {
    phases: ['saving'],
    title: 'a file cannot be fetched; local engine',
    event: { what: 'open_failed', failure: failure('engine_error', { retryable: false }), failures: 0 },
    traits: local,
  },
  {
    phases: ['saving'],
    title: 'a file cannot be fetched for good',
    event: { what: 'open_failed', failure: failure('engine_error', { retryable: false }), failures: 0 },
  },
  {
    phases: ['saving'],
    title: 'a file cannot be fetched, again and again',
    event: { what: 'open_failed', failure: reset, failures: maxFreeOpens },
  },
  {
    phases: ['saving'],
    title: 'a file is damaged',
    event: { what: 'damaged', ...damage, times: 1 },
  },
  {
    phases: ['saving'],
    title: 'a file is damaged for the third time, with the same size',
    event: { what: 'damaged', ...damage, times: maxSameDamage },
  },
  {
    phases: ['saving'],
    title: 'files are not what was asked for',
    event: { what: 'unusable', reason: { code: 'engine_media_invalid', details: {} } },
  },
  { phases: ['saving'], title: 'files are stored', event: { what: 'saved', files: [] } },
  {
    phases: ['running', 'saving'],
    title: 'cancelled just before its end',
    event: { what: 'cancelled_when_made' },
  },

  {
    phases: open,
    title: 'work of a cancelled task cannot be cancelled, may pass',
    event: { what: 'cancel_failed', reason: reason('cancelled'), mayPass: true, failures: 1 },
  },
  {
    phases: open,
    title: 'work of a cancelled task cannot be cancelled, five times',
    event: { what: 'cancel_failed', reason: reason('cancelled'), mayPass: true, failures: 5 },
  },
  {
    phases: open,
    title: 'work of a late task cannot be cancelled',
    event: { what: 'cancel_failed', reason: reason('timeout'), mayPass: true, failures: 1 },
  },
  {
    phases: open,
    title: 'the database is unavailable',
    event: { what: 'fault', cause: 'database', faults: 0 },
  },
  {
    phases: open,
    title: 'the storage is full or unavailable',
    event: { what: 'fault', cause: 'storage', faults: 0 },
  },
  {
    phases: open,
    title: 'Kinora failed by itself, three times in a row',
    event: { what: 'fault', cause: 'code', faults: 3 },
  },
  { phases: open, title: 'another worker has the lease', event: { what: 'lease_lost' } },
  {
    phases: open,
    title: 'another worker has the lease; local engine',
    event: { what: 'lease_lost' },
    traits: local,
  },
];
