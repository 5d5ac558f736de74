/** Whether a token of an account may belong to a group and use its models. */
import { listGroups, mayUse } from '../../../core/accounts/groups.ts';
import { type AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { usableModels } from '../../../core/catalogue/models/usable-models.ts';
import type { Context } from '../procedure.ts';

/** The account may use the group, and the group has the models. Throws AppError. */
export async function checkGroup(
  context: Pick<Context, 'catalogue' | 'db'>,
  {
    group: asked,
    accountId,
    models,
  }: { group: string; accountId: string; models?: readonly string[] | null | undefined },
): Promise<void> {
  const group = (await listGroups(context.db)).find(one => one.name === asked);
  if (!group || !mayUse(group, accountId)) throw await unknownGroup(context, asked, accountId);
  const scope = { group: group.name, groupRules: group, models: null };
  const usable = usableModels(context.catalogue, scope).map(({ card }) => card.id);
  const stranger = models?.find(model => !usable.includes(model));
  if (stranger !== undefined)
    throw fieldInvalid('models', 'token_model', {
      model: stranger,
      group: asked,
      allowed: usable.join(', '),
    });
}

/** The error for a group that the account may not use, with those that it may. */
export async function unknownGroup(
  { db }: Pick<Context, 'db'>,
  group: string,
  accountId: string,
): Promise<AppError> {
  const open = (await listGroups(db)).filter(one => mayUse(one, accountId));
  const names = open.map(one => one.name).join(', ');
  return fieldInvalid('group', 'token_group', { group, allowed: names });
}
