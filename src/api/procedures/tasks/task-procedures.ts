/** task list | facets | show | cancel | retry | fetch-result | star | delete | undelete. */
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { reopenTask } from '../../../core/tasks/work/reopen-task.ts';
import { bookmarkTask } from '../../../core/tasks/library/bookmark-task.ts';
import { cancelIn, cancelResults } from '../../../core/tasks/work/cancel-task.ts';
import { countFacets } from '../../../core/tasks/read/count-facets.ts';
import { deleteTasks, undeleteTasks } from '../../../core/tasks/library/delete-task.ts';
import { listSummaries } from '../../../core/tasks/read/task-summary.ts';
import { findOwnTasks } from '../../../core/tasks/read/own-tasks.ts';
import { flag, money, number } from '../fields/fields.ts';
import { procedure, type Context } from '../procedure.ts';
import { retryTask } from './retry-task.ts';
import { actorScope, resolveTask } from '../scope.ts';
import { showTask } from './show-task.ts';
import { readFilter, taskFilter, tasks } from './task-fields.ts';
import { taskDetail, taskRecord } from '../records/task-record.ts';
import { taskFacets } from '../records/task-facets.ts';

const task = z.string().describe('Task ID.');

export const taskProcedures = [
  procedure({
    name: 'task list',
    description: 'List tasks, newest first.',
    who: 'member',
    changes: false,
    input: z.strictObject({
      ...taskFilter,
      before: z.string().optional().describe('ID of the last entry of the previous page.'),
      limit: number()
        .int()
        .min(1)
        .max(200)
        .default(50)
        .describe('Number of entries, at most 200. Default: 50.'),
    }),
    output: z.array(taskRecord),
    run: async (context, { before, limit, ...input }) => {
      const filter = await readFilter(context, input);
      const beforeId = before === undefined ? undefined : (await resolveTask(context, before)).id;
      return (await listSummaries(context.db, { ...filter, beforeId }, limit)).map(context.toLine);
    },
  }),
  procedure({
    name: 'task facets',
    description: 'Count tasks by state, kind, model, tier, action and token, with their total cost.',
    who: 'member',
    changes: false,
    input: z.strictObject(taskFilter),
    output: taskFacets,
    run: async (context, input) => {
      const facets = await countFacets(context.db, await readFilter(context, input));
      return {
        total: facets.total,
        state: facets.states,
        kind: facets.kinds,
        model: facets.models.map(one => ({ ...one, name: context.catalogue.displayName(one.value) })),
        tier: facets.tiers,
        action: facets.actions,
        token: facets.tokens,
        starred: facets.starred,
        amount: money(facets.chargedMicros),
        held: money(facets.heldMicros),
        currency: context.currency,
      };
    },
  }),
  procedure({
    name: 'task show',
    description: 'Show a task: timeline, webhook deliveries, charges, source tasks and follow-ups.',
    who: 'member',
    changes: false,
    word: 'task',
    input: z.strictObject({ task }),
    output: taskDetail,
    run: async (context, { task: taskId }) => {
      const { id, isDeleted } = await resolveTask(context, taskId);
      const detail = isDeleted ? undefined : await showTask(context, id);
      if (!detail) throw new AppError('task_unknown', { task: taskId });
      return detail;
    },
  }),
  procedure({
    name: 'task cancel',
    description:
      'Cancel a task; it is not charged. A queued task ends immediately, a running one as soon as its worker is notified.',
    who: 'member',
    changes: true,
    word: 'task',
    input: z.strictObject({ task }),
    output: z.strictObject({ id: z.string(), result: z.enum(cancelResults) }),
    run: async (context, { task: taskId }) => {
      const ownTask = await resolveTask(context, taskId);
      const { retentionHours } = context;
      const result = await cancelIn(context.db, { ...ownTask, retentionHours });
      if (result !== 'too_late')
        await context.note({
          accountId: ownTask.accountId,
          object: ownTask.publicId,
          after: { cancelled: result },
        });
      return { id: ownTask.publicId, result };
    },
  }),
  procedure({
    name: 'task retry',
    description: 'Retry a failed or cancelled task at the current price.',
    who: 'member',
    changes: true,
    isOwnTransaction: true,
    word: 'task',
    input: z.strictObject({
      task,
      key: z
        .string()
        .min(1)
        .max(100)
        .describe(
          'Idempotency key: any text. Repeating the command with the same key creates no second task.',
        ),
      token: z
        .string()
        .optional()
        .describe('Token to charge: its ID or visible prefix. Default: the token of the task.'),
    }),
    output: z.strictObject({ id: z.string() }),
    run: retryTask,
  }),
  procedure({
    name: 'task fetch-result',
    description:
      'Fetch the result of a failed task again. It is charged when the result arrives, and fails again if it does not.',
    who: 'operator',
    changes: true,
    word: 'task',
    input: z.strictObject({ task }),
    output: z.strictObject({ id: z.string() }),
    run: async (context, { task: taskId }) => {
      const { id, publicId, accountId } = await resolveTask(context, taskId);
      await reopenTask(context.db, { id, publicId, currency: context.currency });
      await context.note({ accountId, object: publicId, after: { fetching: true } });
      return { id: publicId };
    },
  }),
  procedure({
    name: 'task star',
    description: 'Star or unstar a task. A star is the bookmark of the image interface.',
    who: 'member',
    changes: true,
    word: 'task',
    input: z.strictObject({ task, starred: flag.default(true).describe('"false" removes the star.') }),
    // Stars are personal, so they do not belong in the audit log.
    output: z.strictObject({ id: z.string(), starred: z.boolean() }),
    run: async (context, { task: taskId, starred: isStarred }) => {
      const { id, publicId } = await resolveTask(context, taskId);
      await bookmarkTask(context.db, id, { isBookmarked: isStarred });
      return { id: publicId, starred: isStarred };
    },
  }),
  procedure({
    name: 'task delete',
    description: 'Delete finished tasks and their files. To undo within one minute, run "task undelete".',
    who: 'member',
    changes: true,
    word: 'tasks',
    input: z.strictObject({ tasks }),
    output: z.strictObject({ deleted: z.number() }),
    run: async (context, input) => {
      const deletedIds = await deleteTasks(context.db, await readRowIds(context, input.tasks));
      await noteAll(context, deletedIds, { deleted: true });
      return { deleted: deletedIds.length };
    },
  }),
  procedure({
    name: 'task undelete',
    description: 'Restore tasks that were deleted within the last minute.',
    who: 'member',
    changes: true,
    word: 'tasks',
    input: z.strictObject({ tasks }),
    output: z.strictObject({ restored: z.number() }),
    run: async (context, input) => {
      const restoredIds = await undeleteTasks(context.db, await readRowIds(context, input.tasks));
      await noteAll(context, restoredIds, { deleted: false });
      return { restored: restoredIds.length };
    },
  }),
];

/** Returns the ids of the tasks that the actor may change. Other tasks are left out. */
async function readRowIds(
  context: Pick<Context, 'actor' | 'db'>,
  publicIds: readonly string[],
): Promise<string[]> {
  return (await findOwnTasks(context.db, publicIds, actorScope(context))).map(({ id }) => id);
}

/** Writes one audit entry for each task, so that a search for a task finds what happened to it. */
async function noteAll(
  context: Pick<Context, 'actor' | 'db' | 'note'>,
  publicIds: readonly string[],
  after: object,
): Promise<void> {
  const ownTasks = await findOwnTasks(context.db, publicIds, actorScope(context));
  for (const { accountId, publicId } of ownTasks) await context.note({ accountId, object: publicId, after });
}
