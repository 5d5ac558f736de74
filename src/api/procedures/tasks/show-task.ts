/**
 * task show: a task with its history, such as phases, routing, deliveries, ledger entries and related tasks.
 */
import type { Language } from '@kinora/shared/errors/errors';
import { viewSummaries, type TaskSummary } from '../../../core/tasks/read/task-summary.ts';
import { isEnded } from '../../../core/tasks/task.ts';
import type { TaskDetail } from '../records/task-record.ts';
import {
  readTimeline,
  type PhaseEntered,
  type TaskTimeline,
} from '../../../core/tasks/read/task-timeline.ts';
import { money } from '../fields/fields.ts';
import type { Context } from '../procedure.ts';
import { operateText } from '../operate-texts.ts';
import { hasRole, actorScope } from '../scope.ts';
import { shownUrl } from '../engines/shown-url.ts';
import { describeWait } from './task-wait.ts';

/** Shows the task of a row. Returns undefined if there is none. */
export async function showTask(
  context: Pick<Context, 'actor' | 'catalogue' | 'db' | 'language' | 'notifyHook' | 'toLine'>,
  id: string,
): Promise<TaskDetail | undefined> {
  const { db, toLine, language } = context;
  const [task] = await viewSummaries(db, [id]);
  if (!task) return undefined;
  const timeline = await readTimeline(db, id);
  return {
    ...toLine(task),
    life: describePhases(timeline.phases),
    attempts: task.attempt,
    tries: task.tries,
    engine: task.engine,
    error_cause: shownCause(context, task),
    trace: task.isOrdered
      ? {
          model: task.model,
          engine: task.engine,
          reason: explainModel(task, language),
          ...(hasRole(context.actor, 'operator')
            ? describeRoutes(timeline, language)
            : { routes: [], cost: null, job: null, fetchable: false }),
        }
      : null,
    ...(task.job.ignored?.length && { ignored: [...task.job.ignored] }),
    waits: await describeWait(context, task),
    deliveries: timeline.deliveries.map(({ isDefault, url, ...delivery }) => ({
      ...delivery,
      url: shownUrl(context, { url, isDefault }),
    })),
    entries: timeline.entries.map(({ id: entry, kind, amountMicros, at, reason }) => ({
      id: String(entry),
      kind,
      amount: money(amountMicros),
      at: at.toISOString(),
      reason,
    })),
    lineage: await readLineage(context, timeline),
  };
}

/** Returns the cause of an error for operators only, because it may name paths and hosts. */
function shownCause({ actor }: Pick<Context, 'actor'>, { error }: TaskSummary): string | null {
  const cause = error?.details['cause'];
  return cause !== undefined && hasRole(actor, 'operator') ? String(cause) : null;
}

function describeRoutes({ routing, costMicros, remoteJob, isKept }: TaskTimeline, language: Language) {
  return {
    routes: (routing?.passed ?? []).map(({ engine, why }) => ({
      engine,
      why: operateText(`passed_${why}`, {}, language),
    })),
    cost: costMicros === null ? null : money(costMicros),
    job: remoteJob,
    fetchable: isKept,
  };
}

/** Each phase with its duration. The last one is in progress, or is the end of the task. */
function describePhases(phases: readonly PhaseEntered[]) {
  return phases.map(({ phase, at }, index) => {
    const next = phases[index + 1];
    const lastedMs = next && next.at.getTime() - at.getTime();
    const seconds = lastedMs === undefined || isEnded(phase) ? null : lastedMs / 1000;
    return { phase, at: at.toISOString(), seconds };
  });
}

/** Reads the related tasks. Members see only their own ones. */
async function readLineage(
  context: Pick<Context, 'actor' | 'db' | 'toLine'>,
  { relatedTasks }: TaskTimeline,
) {
  const { accountId, userId } = actorScope(context);
  const summaries = await viewSummaries(
    context.db,
    relatedTasks.map(({ id }) => id),
  );
  const mayRead = (task: TaskSummary) =>
    (accountId === undefined || task.accountId === accountId) &&
    (userId === undefined || task.user?.id === userId);
  const toLines = (part: TaskTimeline['relatedTasks'][number]['part']) => {
    const ids = relatedTasks.filter(one => one.part === part).map(({ id }) => id);
    return summaries.filter(task => ids.includes(task.id) && mayRead(task)).map(context.toLine);
  };
  return {
    parent: toLines('parent')[0] ?? null,
    siblings: toLines('siblings'),
    children: toLines('children'),
  };
}

/**
 * Explains why the task has this model: the request named it, its version means it, or it is the first that
 * can do the job.
 */
function explainModel({ interface: kind, job, prompt }: TaskSummary, language: Language): string {
  const texts = {
    en: {
      asked: 'The request named this model.',
      version: `The model supports version ${job.version}.`,
      able: `It is the first model of the group that supports ${job.kind}.`,
    },
    zh: {
      asked: '请求指定了此模型。',
      version: `该模型支持版本 ${job.version}。`,
      able: `该模型是分组中首个支持 ${job.kind} 的模型。`,
    },
  }[language];
  if (kind === 'video' || /\s(?:--|—|–)model\s/i.test(prompt)) return texts.asked;
  return job.version === undefined || job.kind === 'clip' ? texts.able : texts.version;
}
