/** Which tasks: the fields that lists, facets and downloads of tasks share. */
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { tiers } from '../models/model-card.ts';
import { actions, interfaces, phases } from '../tasks/task.ts';
import type { TaskFilter } from '../tasks/task-filter.ts';
import { flag, list, seconds, when } from './fields.ts';
import { accountToRead, collectionOf, tokenOf, userToRead, type Asking } from './scope.ts';

/** Of one request. */
const mostTasks = 500;
export const tasks = list
  .refine(given => given.length > 0 && given.length <= mostTasks, `1 to ${mostTasks} ids are expected`)
  .describe(`Ids of tasks, with commas; at most ${mostTasks}.`);

export const taskFilter = {
  q: z.string().max(500).optional().describe('Words of the prompt, or the id of a task.'),
  kind: someOf(interfaces),
  state: someOf(phases),
  model: list.optional().describe('Models, with commas.'),
  tier: someOf(tiers),
  action: someOf(actions),
  token: z.string().optional().describe('Of this token, by id or prefix.'),
  user: z.string().max(320).optional().describe('Of the tokens of the user with this e-mail.'),
  starred: flag.optional().describe('Only those with a star; false: only those without.'),
  collection: z.string().optional().describe('Only those of this collection, by id.'),
  account: z.string().optional().describe('By name or id; your own, for an operator all, unless you say so.'),
  from: when.optional().describe('Since then.'),
  to: when.optional().describe('Before then.'),
  slower: seconds.optional().describe('Ran for so many seconds or more.'),
};

export type TaskFilterInput = z.infer<z.ZodObject<typeof taskFilter>>;

function someOf<const Value extends string>(allowed: readonly Value[]) {
  return list
    .transform((given, context): Value[] => {
      const stranger = given.find(value => !(allowed as readonly string[]).includes(value));
      if (stranger === undefined) return given as Value[];
      context.issues.push({ code: 'custom', input: given, message: `allowed: ${allowed.join(', ')}` });
      return z.NEVER;
    })
    .optional()
    .describe(`${allowed.join(', ')}, with commas.`);
}

/** What the actor may read of what is asked for. Throws AppError for an account, a token or a collection of others. */
export async function filterOf(context: Asking, input: TaskFilterInput): Promise<TaskFilter> {
  const { q, starred, from, to, kind, state, model, tier, action } = input;
  if (from && to && from >= to)
    throw new AppError('field_invalid', { param: 'from', reason: 'it is not before `to`.' });
  const accountId = await accountToRead(context, input.account);
  const token = input.token === undefined ? undefined : await tokenOf(context, input.token);
  const collection =
    input.collection === undefined ? undefined : await collectionOf(context, input.collection);
  return {
    accountId,
    userId: userToRead(context),
    text: q?.trim() || undefined,
    kinds: chosen(kind),
    states: chosen(state),
    models: chosen(model),
    tiers: chosen(tier),
    actions: chosen(action),
    tokenIds: token && [token.id],
    email: input.user?.trim() || undefined,
    isStarred: starred,
    collectionId: collection?.id,
    from,
    to,
    slowerSeconds: input.slower,
  };
}

/** A choice that was left empty is none. */
function chosen<Value>(values: readonly Value[] | undefined): readonly Value[] | undefined {
  return values && values.length > 0 ? values : undefined;
}
