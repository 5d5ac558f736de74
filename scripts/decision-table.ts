/**
 * The decisions about a leased task as a table: what follows from each event, on free and on paid engines, in
 * time and after the deadline.
 */
import { openPhases } from '../src/core/tasks/task.ts';
import type { Decision } from '../src/core/tasks/work/decision.ts';
import {
  decide,
  type DecidingTraits,
  maxTries,
  maxTriesAway,
  type TaskState,
} from '../src/core/tasks/work/decide.ts';
import { type Case, cases } from './decision-cases.ts';

const inTime = 60_000;

export interface DecisionRow {
  readonly phase: string;
  readonly event: string;
  /** Free, free and late, paid, paid and late. */
  readonly cells: readonly [string, string, string, string];
}

export function decisionRows(): DecisionRow[] {
  return cases.map(one => ({
    phase: one.phases.length === openPhases.length ? 'any' : one.phases.join(', '),
    event: one.title,
    cells: [
      cell(one, { isPaid: false, leftMs: inTime }),
      cell(one, { isPaid: false, leftMs: -1 }),
      cell(one, { isPaid: true, leftMs: inTime }),
      cell(one, { isPaid: true, leftMs: -1 }),
    ],
  }));
}

interface Column {
  readonly isPaid: boolean;
  readonly leftMs: number;
}

/**
 * What follows, and in brackets what follows on the last try, if that is something else. The
 * same in all phases of the case.
 */
function cell(one: Case, column: Column): string {
  if (column.isPaid && one.traits?.isPaid === false) return '';
  const texts = new Set(
    one.phases.map(phase => {
      const usual = decisionText(one, column, { phase, tries: 0 });
      const last = decisionText(one, column, { phase, tries: maxTries - 1 });
      const final = decisionText(one, column, { phase, tries: maxTriesAway - 1 });
      if (usual === final) return usual;
      return `${usual} (${last === final ? maxTries : maxTriesAway} tries: ${final})`;
    }),
  );
  return [...texts].join(' / ');
}

function decisionText({ event, state, traits }: Case, column: Column, overrides: Partial<TaskState>): string {
  const task: TaskState = {
    phase: 'running',
    tries: 0,
    lostAttempts: 0,
    cancelRequested: false,
    engine: 'gpu',
    avoid: [],
    attempt: 1,
    isResumed: false,
    isBegun: false,
    leftMs: column.leftMs,
    ...state,
    ...overrides,
  };
  const usual: DecidingTraits = column.isPaid
    ? { local: false, isPaid: true, afterUnknownStart: 'find', canFind: true }
    : { local: false, isPaid: false, afterUnknownStart: 'repeat', canFind: false };
  return describeDecision(decide(task, { ...usual, ...traits }, event));
}

const texts: { readonly [Name in Decision['do']]?: string } = {
  prepare: 'store start key',
  admit: 'ask limits',
  find: 'look up',
  start: 'start',
  check: 'check',
  save: 'save files',
  store_handle: 'store handle',
  change_handle: 'store handle',
  forget_losses: 'forget losses',
  note_progress: 'note progress',
  store_result: 'store result',
  wait: 'wait',
  repeat: 'repeat',
  succeed: '**succeed**',
};

function describeDecision(decision: Decision): string {
  switch (decision.do) {
    case 'requeue': {
      const { counted: isCounted, attemptLost, rejectedBy, isNotStarted } = decision.how;
      if (isCounted) return 'retry';
      if (attemptLost) return 'requeue, attempt lost';
      if (rejectedBy && decision.how.delayMs === 0) return 'fail over';
      return isNotStarted ? 'wait in queue' : 'requeue';
    }
    case 'stop':
      return `cancel work, \`${decision.reason.code}\``;
    case 'end':
      return `\`${decision.reason.code}\``;
    case 'let_go':
      return decision.isDiscarded ? 'discard work' : 'let go';
    default:
      return texts[decision.do] ?? decision.do;
  }
}
