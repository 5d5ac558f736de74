/** task list | facets | show | cancel | retry | star | delete | undelete. */
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { bookmarkTask } from '../tasks/bookmark-task.ts';
import { cancelIn } from '../tasks/cancel-task.ts';
import { countFacets } from '../tasks/count-facets.ts';
import { deleteTasks, undeleteTasks } from '../tasks/delete-task.ts';
import { listLines } from '../tasks/line-view.ts';
import { findOwnTasks } from '../tasks/own-tasks.ts';
import { flag, money } from './fields.ts';
import { procedure, type Context } from './procedure.ts';
import { retryTask } from './retry-task.ts';
import { scopeOf, taskOf } from './scope.ts';
import { showTask } from './show-task.ts';
import { filterOf, taskFilter, tasks } from './task-fields.ts';

const task = z.string().describe('The id of a task.');

export const taskProcedures = [
  procedure({
    name: 'task list',
    says: 'Tasks, newest first.',
    who: 'member',
    changes: false,
    input: z.strictObject({
      ...taskFilter,
      before: z.string().optional().describe('The id of the last line of the page before.'),
      limit: z.coerce.number().int().min(1).max(200).default(50).describe('How many; 50 unless you say so.'),
    }),
    run: async (context, { before, limit, ...input }) => {
      const filter = await filterOf(context, input);
      const beforeId = before === undefined ? undefined : (await taskOf(context, before)).id;
      return (await listLines(context.db, { ...filter, beforeId }, limit)).map(context.toLine);
    },
  }),
  procedure({
    name: 'task facets',
    says: 'How many tasks there are of each state, kind, model, tier, action and token, and what they cost.',
    who: 'member',
    changes: false,
    input: z.strictObject(taskFilter),
    run: async (context, input) => {
      const facets = await countFacets(context.db, await filterOf(context, input));
      return {
        total: facets.total,
        state: facets.states,
        kind: facets.kinds,
        model: facets.models,
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
    says: 'One task: its life, what was told of it, what it cost, what it was made of and what was made of it.',
    who: 'member',
    changes: false,
    word: 'task',
    input: z.strictObject({ task }),
    run: async (context, { task: asked }) => {
      const { id, isDeleted } = await taskOf(context, asked);
      const shown = isDeleted ? undefined : await showTask(context, id);
      if (!shown) throw new AppError('task_unknown', { task: asked });
      return shown;
    },
  }),
  procedure({
    name: 'task cancel',
    says: 'End a task, uncharged: at once while it waits, else as soon as whoever works on it hears of it.',
    who: 'member',
    changes: true,
    word: 'task',
    input: z.strictObject({ task }),
    run: async (context, { task: asked }) => {
      const found = await taskOf(context, asked);
      const { retentionHours } = context;
      const result = await cancelIn(context.db, { ...found, retentionHours });
      if (result !== 'too_late')
        await context.note({
          accountId: found.accountId,
          object: found.publicId,
          after: { cancelled: result },
        });
      return { id: found.publicId, result };
    },
  }),
  procedure({
    name: 'task retry',
    says: "Make a task that failed or was cancelled once more, at today's price.",
    who: 'member',
    changes: true,
    isOwnTransaction: true,
    word: 'task',
    input: z.strictObject({
      task,
      key: z.string().min(1).max(100).describe('Any text of yours: with the same one it is made once.'),
    }),
    run: retryTask,
  }),
  procedure({
    name: 'task star',
    says: 'Give a task a star, or take it away; it is the bookmark of the image interface.',
    who: 'member',
    changes: true,
    word: 'task',
    input: z.strictObject({ task, starred: flag.default(true).describe('false: take it away.') }),
    // What somebody likes is not for the audit log.
    run: async (context, { task: asked, starred }) => {
      const { id, publicId } = await taskOf(context, asked);
      await bookmarkTask(context.db, id, { isBookmarked: starred });
      return { id: publicId, starred };
    },
  }),
  procedure({
    name: 'task delete',
    says: 'Delete tasks that have ended, with their files; for a minute it can be taken back.',
    who: 'member',
    changes: true,
    word: 'tasks',
    input: z.strictObject({ tasks }),
    run: async (context, input) => {
      const deleted = await deleteTasks(context.db, await rowsOf(context, input.tasks));
      await noteAll(context, deleted, { deleted: true });
      return { deleted: deleted.length };
    },
  }),
  procedure({
    name: 'task undelete',
    says: 'Take back that tasks were deleted, within a minute.',
    who: 'member',
    changes: true,
    word: 'tasks',
    input: z.strictObject({ tasks }),
    run: async (context, input) => {
      const restored = await undeleteTasks(context.db, await rowsOf(context, input.tasks));
      await noteAll(context, restored, { deleted: false });
      return { restored: restored.length };
    },
  }),
];

/** Those of the actor; the others are left out. */
async function rowsOf(context: Context, publicIds: readonly string[]): Promise<string[]> {
  return (await findOwnTasks(context.db, publicIds, scopeOf(context))).map(({ id }) => id);
}

/** One entry for each: whoever looks for a task's story finds it. */
async function noteAll(context: Context, publicIds: readonly string[], after: object): Promise<void> {
  const own = await findOwnTasks(context.db, publicIds, scopeOf(context));
  for (const { accountId, publicId } of own) await context.note({ accountId, object: publicId, after });
}
