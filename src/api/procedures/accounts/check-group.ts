/** Whether a token of an account may belong to a group and use its models. */
import { usableGroups } from '../../../core/accounts/groups.ts';
import { type AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { usableModels } from '../../../core/catalogue/models/usable-models.ts';
import type { Context } from '../procedure.ts';

/**
 * Checks that the account may use the groups, that these are of different kinds, and that they have the
 * models. Throws AppError.
 */
export async function checkGroup(
  context: Pick<Context, 'catalogue' | 'db'>,
  {
    group: groupName,
    accountId,
    also,
    models,
  }: {
    group: string;
    /** The account of the token. Undefined if it does not exist yet. */
    accountId: string | undefined;
    also?: string | undefined;
    models?: readonly string[] | null | undefined;
  },
): Promise<void> {
  const groups = await usableGroups(context.db, accountId);
  const [group, otherGroup] = [groupName, also].map(name => groups.find(one => one.name === name));
  if (!group) throw await unknownGroup(context, groupName, accountId);
  if (also !== undefined && otherGroup?.kind !== (group.kind === 'image' ? 'video' : 'image'))
    throw fieldInvalid('also', 'token_also', {
      group: also,
      allowed: groups
        .filter(({ kind }) => kind !== group.kind)
        .map(({ name }) => name)
        .join(', '),
    });
  const usableIds = [group, ...(otherGroup ? [otherGroup] : [])].flatMap(each => {
    const scope = { group: each.name, groupRules: each, models: null };
    return usableModels(context.catalogue, scope).map(({ card }) => card.id);
  });
  const unknownModel = models?.find(model => !usableIds.includes(model));
  if (unknownModel !== undefined)
    throw fieldInvalid('models', 'token_model', {
      model: unknownModel,
      group: groupName,
      allowed: usableIds.join(', '),
    });
}

/** The error for a group that the account may not use, with those that it may. */
export async function unknownGroup(
  { db }: Pick<Context, 'db'>,
  group: string,
  accountId: string | undefined,
): Promise<AppError> {
  const names = (await usableGroups(db, accountId)).map(one => one.name).join(', ');
  return fieldInvalid('group', 'token_group', { group, allowed: names });
}
