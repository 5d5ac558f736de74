/** Fields that select tasks, which lists, facets and downloads of tasks share. */
import { z } from 'zod';
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { tiers } from '@kinora/shared/models/model-card';
import { ownOrAllAccounts } from '../fields/account-fields.ts';
import { actions, interfaces, phases } from '../../../core/tasks/task.ts';
import type { TaskFilter } from '../../../core/tasks/read/task-filter.ts';
import { flag, list, textList, seconds, choiceList } from '../fields/fields.ts';
import { period, rejectEmptyPeriod } from '../fields/period.ts';
import { accountToRead, resolveCollection, resolveToken, userToRead, type ActorContext } from '../scope.ts';

/** The number of tasks in one request. */
const maxTasks = 500;
export const tasks = textList({ minItems: 1, maxItems: maxTasks })
  .refine(ids => ids.length > 0 && ids.length <= maxTasks, reasonCode('task_ids'))
  .describe(`Task IDs, comma-separated; at most ${maxTasks}.`);

export const taskFilter = {
  q: z.string().max(500).optional().describe('Words of the prompt, or a task ID.'),
  kind: choiceList(interfaces).optional(),
  state: choiceList(phases).optional(),
  model: list.optional().describe('Models, comma-separated.'),
  tier: choiceList(tiers).optional(),
  action: choiceList(actions).optional(),
  token: z.string().optional().describe('Only tasks of this token: its ID or prefix.'),
  user: z.string().max(320).optional().describe('Only tasks of the user with this email address.'),
  end_user: z
    .string()
    .max(512)
    .optional()
    .describe('Only tasks for this end user, as the client named them in `user` or `safety_identifier`.'),
  starred: flag.optional().describe('Only starred tasks; "false": only tasks without a star.'),
  collection: z.string().optional().describe('Only tasks in this collection (ID).'),
  account: ownOrAllAccounts,
  ...period,
  slower: seconds.optional().describe('Only tasks that ran for at least this many seconds.'),
};

export type TaskFilterInput = z.infer<z.ZodObject<typeof taskFilter>>;

/**
 * Returns the requested filter, limited to what the actor may read. Throws AppError for an account, a token
 * or a collection of others.
 */
export async function readFilter(context: ActorContext, input: TaskFilterInput): Promise<TaskFilter> {
  const { q, starred: isStarred, from, to, kind, state, model, tier, action } = input;
  rejectEmptyPeriod(input);
  const accountId = await accountToRead(context, input.account);
  const token = input.token === undefined ? undefined : await resolveToken(context, input.token);
  const collection =
    input.collection === undefined ? undefined : await resolveCollection(context, input.collection);
  return {
    accountId,
    userId: userToRead(context),
    text: q?.trim() || undefined,
    kinds: unlessEmpty(kind),
    states: unlessEmpty(state),
    models: unlessEmpty(model),
    tiers: unlessEmpty(tier),
    actions: unlessEmpty(action),
    tokenIds: token && [token.id],
    email: input.user?.trim() || undefined,
    endUser: input.end_user?.trim() || undefined,
    isStarred,
    collectionId: collection?.id,
    from,
    to,
    slowerSeconds: input.slower,
  };
}

/** An empty choice counts as no choice. */
function unlessEmpty<Value>(values: readonly Value[] | undefined): readonly Value[] | undefined {
  return values && values.length > 0 ? values : undefined;
}
