/**
 * alias list | set | remove: other names by which clients ask for a model, such as
 * those that a client has built in.
 */
import { z } from 'zod';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { findGroup } from '../../../core/accounts/groups.ts';
import { removeAlias, saveAlias } from '../../../core/catalogue/models/change-models.ts';
import { readModelRows } from '../../../core/catalogue/models/model-rows.ts';
import { procedure, type Context } from '../procedure.ts';

const aliasRecord = z.strictObject({
  alias: z.string(),
  model: z.string(),
  group: z.string().nullable().describe('null: in every group that has no alias of that name.'),
});

const alias = z
  .string()
  .regex(/^[^\s-]\S{0,99}$/)
  .describe('The name that clients send, such as gpt-image-1.');
const group = z.string().max(100).optional().describe('Group name. Without it: in all groups.');

export const aliasProcedures = [
  procedure({
    name: 'alias list',
    description: 'List other names by which clients ask for models.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    output: z.array(aliasRecord),
    run: async ({ db }) => [...(await readModelRows(db)).aliases],
  }),
  procedure({
    name: 'alias set',
    description: 'Let a name mean a model, in one group or in all.',
    who: 'operator',
    changes: true,
    word: 'alias',
    input: z.strictObject({ alias, model: z.string().max(100).describe('Model ID.'), group }),
    output: aliasRecord,
    run: async (context, { alias: name, model, group: groupName }) => {
      rejectModel(context, { alias: name, model });
      await rejectGroup(context, groupName);
      const record = { alias: name, model, group: groupName ?? null };
      await saveAlias(context.db, record);
      await context.note({ object: name, after: record });
      return record;
    },
  }),
  procedure({
    name: 'alias remove',
    description: 'Remove such a name.',
    who: 'operator',
    changes: true,
    word: 'alias',
    input: z.strictObject({ alias, group }),
    output: aliasRecord,
    run: async (context, { alias: name, group: groupName }) => {
      const model = await removeAlias(context.db, { alias: name, group: groupName ?? null });
      if (model === undefined) throw fieldInvalid('alias', 'alias_missing', { alias: name });
      const record = { alias: name, model, group: groupName ?? null };
      await context.note({ object: name, before: record });
      return record;
    },
  }),
];

/** Throws AppError for an alias that is the ID of a model, and for a model that does not exist. */
function rejectModel(
  { catalogue }: Pick<Context, 'catalogue'>,
  { alias: name, model }: { readonly alias: string; readonly model: string },
): void {
  const modelIds = catalogue.all.map(({ card }) => card.id);
  if (modelIds.includes(name)) throw fieldInvalid('alias', 'alias_is_model', { alias: name });
  if (!modelIds.includes(model))
    throw new AppError('model_unknown', { param: 'model', model, allowed: modelIds.join(', ') });
}

async function rejectGroup({ db }: Pick<Context, 'db'>, name: string | undefined): Promise<void> {
  if (name !== undefined && !(await findGroup(db, name)))
    throw fieldInvalid('group', 'group_missing', { group: name });
}
