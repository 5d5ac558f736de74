import { reason as reasonFor } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorTable } from '@kinora/shared/errors/error-table';
import { EngineError } from '../../../engines/contract/engine-error.ts';
import type { EngineTraits } from '../../../engines/contract/engine-traits.ts';
import { openPhases } from '../task.ts';
import type { Decision } from './decision.ts';
import {
  decide,
  type DecidingTraits,
  maxFreeOpens,
  maxSameDamage,
  maxTriesAway,
  type TaskState,
} from './decide.ts';
import type { EventName, StepEvent } from './step-event.ts';

const task: TaskState = {
  phase: 'starting',
  tries: 0,
  lostAttempts: 0,
  cancelRequested: false,
  engine: 'gpu',
  avoid: ['other'],
  attempt: 1,
  isResumed: false,
  isBegun: false,
  leftMs: 60_000,
};
const paidTraits: DecidingTraits = { local: false, isPaid: true, afterUnknownStart: 'find', canFind: true };
const freeTraits: DecidingTraits = { local: false, afterUnknownStart: 'repeat', canFind: false };
const reset = new EngineError('engine_unavailable', reasonFor('connection_closed'), { retryable: true });
const otherRoutes = { hasAlternative: false, isOtherAwaited: false, pauseMs: undefined, refusedBy: [] };
const reason = { code: 'cancelled', details: {} } as const;
const status = { state: 'running', progress: 0, checkAgainMs: 0 } as const;

const failures = (
  ['engine_error', 'engine_busy', 'engine_unavailable', 'engine_unauthorized'] as const
).flatMap(code => [true, false].map(retryable => new EngineError(code, reasonFor('failed'), { retryable })));
const refusals = failures.map(
  ({ code, retryable }) => new EngineError(code, reasonFor('rejected'), { retryable, notStarted: true }),
);
const yesAndNo = [true, false];

/** Every event, in each of its shapes that decisions depend on. */
const events: { readonly [Name in EventName]: readonly Extract<StepEvent, { what: Name }>[] } = {
  due: [{ what: 'due' }],
  drained: [{ what: 'drained' }],
  admitted: [{ what: 'admitted' }],
  not_admitted: yesAndNo.map(hasAlternative => ({ what: 'not_admitted', delayMs: 10, hasAlternative })),
  cancelled: [{ what: 'cancelled' }],
  not_found: [{ what: 'not_found' }],
  route_gone: [{ what: 'route_gone' }],
  input_gone: [{ what: 'input_gone' }],
  refused: refusals.flatMap(failure =>
    yesAndNo.flatMap(hasAlternative =>
      [undefined, 5].map(pauseMs => ({
        what: 'refused' as const,
        failure,
        otherRoutes: { ...otherRoutes, hasAlternative, pauseMs },
      })),
    ),
  ),
  start_failed: failures.map(failure => ({ what: 'start_failed', failure })),
  started: [{ what: 'started', handle: 'job' }],
  interrupted: [{ what: 'interrupted' }],
  check_failed: [...failures, new RangeError('a mistake')].flatMap(error =>
    [0, 5].map(count => ({ what: 'check_failed' as const, error, failures: count })),
  ),
  in_progress: [status, { ...status, handle: 'new' }].map(one => ({ what: 'in_progress', status: one })),
  handle_changed: [{ what: 'handle_changed', handle: 'new', checkAgainMs: 0 }],
  lost: [{ what: 'lost' }],
  work_failed: failures.map(failure => ({ what: 'work_failed', failure })),
  media_missing: [{ what: 'media_missing' }],
  texts_done: [{ what: 'texts_done', result: { media: [] } }],
  media_done: [{ what: 'media_done', result: { media: [] } }],
  open_failed: failures.flatMap(failure =>
    [0, maxFreeOpens].map(count => ({ what: 'open_failed' as const, failure, failures: count })),
  ),
  damaged: [1, maxSameDamage].map(times => ({
    what: 'damaged',
    reason: { code: 'engine_media_invalid', details: {} },
    failure: new EngineError('engine_unavailable', reasonFor('connection_closed'), { retryable: true }),
    failures: 0,
    times,
  })),
  unusable: [{ what: 'unusable', reason: { code: 'engine_media_invalid', details: {} } }],
  saved: [{ what: 'saved', files: [] }],
  cancelled_when_made: [{ what: 'cancelled_when_made' }],
  cancel_failed: yesAndNo.flatMap(mayPass =>
    [1, 5].map(count => ({ what: 'cancel_failed' as const, reason, mayPass, failures: count })),
  ),
  fault: (['code', 'database', 'storage'] as const).flatMap(cause =>
    [0, 3].map(faults => ({ what: 'fault' as const, cause, faults })),
  ),
  lease_lost: [{ what: 'lease_lost' }],
};

interface Cell {
  readonly at: TaskState;
  readonly traits: DecidingTraits;
  readonly event: StepEvent;
  readonly decision: Decision;
}

/** Phase by event by paid or free, in time or late, and by everything else that decisions depend on. */
function* allCells(): Generator<Cell> {
  for (const traits of allTraits())
    for (const at of states())
      for (const event of Object.values(events).flat())
        yield { at, traits, event, decision: decide(at, traits, event) };
}

function* allTraits(): Generator<DecidingTraits> {
  const kinds: readonly EngineTraits['afterUnknownStart'][] = ['repeat', 'find', 'never'];
  for (const isPaid of yesAndNo)
    for (const local of yesAndNo)
      for (const afterUnknownStart of kinds)
        yield { isPaid, local, afterUnknownStart, canFind: afterUnknownStart === 'find' };
}

function states(): TaskState[] {
  let all: TaskState[] = openPhases.map(phase => ({ ...task, phase }));
  const vary = <Field extends keyof TaskState>(field: Field, values: readonly TaskState[Field][]): void => {
    all = all.flatMap(state => values.map(value => ({ ...state, [field]: value })));
  };
  vary('leftMs', [60_000, -1]);
  vary('isResumed', yesAndNo);
  vary('tries', [0, 2, maxTriesAway - 1]);
  vary('cancelRequested', yesAndNo);
  return all;
}

const cells = [...allCells()];

/** Fails with the cell for which the statement does not hold. */
function always(statement: (cell: Cell) => boolean): void {
  for (const cell of cells)
    if (!statement(cell))
      assert.fail(JSON.stringify(cell, (_, value) => (value instanceof Error ? { ...value } : value)));
}

test('every ending has a code of the error table, and no step repeats without an end', () => {
  always(({ decision }) => !('reason' in decision) || Object.hasOwn(errorTable, decision.reason.code));
  const isCounted = ({ decision }: Cell) =>
    decision.do === 'repeat' || (decision.do === 'requeue' && decision.how.counted);
  always(cell => cell.at.tries < maxTriesAway - 1 || !isCounted(cell));
});

test('only a usable result is charged, and a task that its client has cancelled does nothing else', () => {
  always(
    ({ event, decision }) => (decision.do === 'succeed') === ['saved', 'texts_done'].includes(event.what),
  );
  always(
    ({ at, event, decision }) =>
      !(at.cancelRequested && event.what === 'due') ||
      (decision.do === 'stop' && decision.reason.code === 'cancelled'),
  );
});

test('paid work that was or may have been accepted is never bought again', () => {
  const isCertainlyNot = [
    'drained',
    'not_admitted',
    'cancelled',
    'refused',
    'route_gone',
    'not_found',
    'due',
    'admitted',
  ];
  always(({ traits, event, decision }) =>
    traits.isPaid && !isCertainlyNot.includes(event.what)
      ? decision.do !== 'requeue' && decision.do !== 'start'
      : true,
  );
  const isAfterUnknownStart = ({ at, traits }: Cell) =>
    traits.isPaid && at.isResumed && at.phase === 'starting';
  // Whatever the engine says now, the earlier call may have been accepted.
  always(
    cell => !(isAfterUnknownStart(cell) && cell.event.what === 'refused') || cell.decision.do !== 'requeue',
  );
  always(
    cell =>
      !(isAfterUnknownStart(cell) && cell.event.what === 'route_gone' && !cell.traits.canFind) ||
      cell.decision.do === 'stop',
  );
  always(
    ({ at, traits, event, decision }) =>
      !(at.isResumed && event.what === 'admitted' && traits.afterUnknownStart === 'never') ||
      (decision.do === 'stop' && decision.reason.code === 'start_unknown'),
  );
});

test('a failure after the deadline is never tried again, and an engine is not started late', () => {
  always(
    ({ at, event, decision }) =>
      at.leftMs >= 0 || !('failure' in event) || !['repeat', 'wait', 'start'].includes(decision.do),
  );
  always(
    ({ at, event, decision }) =>
      !(at.leftMs < 0 && at.phase === 'starting' && event.what === 'due') || decision.do === 'stop',
  );
  always(({ at, decision }) => at.leftMs >= 0 || decision.do !== 'requeue' || !decision.how.counted);
});

test('a budget is released exactly if the engine has certainly not begun the job', () => {
  always(({ at, traits, event, decision }) => {
    const isTold = event.what === 'refused' || event.what === 'route_gone';
    const isRequested =
      traits.isPaid && at.isResumed && (event.what === 'refused' ? at.phase === 'starting' : !traits.canFind);
    return ('isUnbegun' in decision && decision.isUnbegun === true) === (isTold && !isRequested);
  });
});

test('a failed check says nothing about the work', () => {
  const event = { what: 'check_failed', error: reset, failures: 0 } as const;
  for (const traits of [paidTraits, freeTraits])
    assert.equal(decide({ ...task, phase: 'running', tries: 9 }, traits, event).do, 'wait');
});

test('a paid start without an answer is repeated with its key for six tries, then cancelled as unknown', () => {
  const event = { what: 'start_failed', failure: reset } as const;
  for (const isResumed of yesAndNo)
    for (const tries of [0, 1, 2, 3, 4])
      assert.equal(decide({ ...task, isResumed, tries }, paidTraits, event).do, 'repeat');
  const last = decide({ ...task, isResumed: true, tries: 5 }, paidTraits, event);
  assert.ok(last.do === 'stop' && last.reason.code === 'start_unknown');
  assert.equal(decide({ ...task, tries: 2 }, freeTraits, event).do, 'end');
});

test('a refused task goes to another route at once, and waits for engines that will be back', () => {
  const busy = new EngineError('engine_busy', reasonFor('busy'), { retryable: true, notStarted: true });
  const refusedEvent = (more: Partial<typeof otherRoutes>) => ({
    what: 'refused' as const,
    failure: busy,
    otherRoutes: { ...otherRoutes, ...more },
  });
  const going = decide(task, paidTraits, refusedEvent({ hasAlternative: true }));
  assert.ok(going.do === 'requeue' && going.how.delayMs === 0 && !going.how.counted);
  assert.deepEqual(going.how.rejectedBy, ['other', 'gpu']);
  const waiting = decide({ ...task, attempt: 4 }, paidTraits, refusedEvent({ isOtherAwaited: true }));
  assert.ok(waiting.do === 'requeue' && waiting.how.delayMs === 8_000 && !waiting.how.counted);
  assert.deepEqual(waiting.how.rejectedBy, ['gpu']);
  const decision = decide(task, paidTraits, refusedEvent({}));
  assert.ok(decision.do === 'requeue' && decision.how.counted);
});
