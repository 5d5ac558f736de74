/** model add | change | remove: the operator's models. */
import { z } from 'zod';
import { findGroup } from '../../../core/accounts/groups.ts';
import { addFirstPrice, newPrice, withFreeSelection, withPrice } from '../../../core/billing/prices.ts';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import {
  addModel,
  changeModel,
  dropVersions,
  findModel,
  retireModel,
  saveAliases,
  saveVersions,
} from '../../../core/catalogue/models/change-models.ts';
import { modelCard, type StoredCard } from '@kinora/shared/models/model-card';
import { json } from '../fields/instance-fields.ts';
import { cardFields, newCard, withFields, type CardFields } from './model-fields.ts';
import { checkPrice } from '../prices/price-procedures.ts';
import { rejectUnable } from './route-procedures.ts';
import { procedure, type Context } from '../procedure.ts';
import { modelChanged } from '../records/model-record.ts';

const model = modelCard.shape.id.describe('Model ID: lowercase letters, digits, dots and hyphens.');

export const modelChangeProcedures = [
  procedure({
    name: 'model add',
    description: 'Add a model. Clients can use it as soon as it has a route to an engine.',
    who: 'operator',
    changes: true,
    word: 'model',
    input: z.strictObject({
      model,
      kind: z.enum(['image', 'video']).describe('Kind of model: image or video.'),
      price: json(newPrice).describe(
        'First price as JSON: {"unit": "image" | "clip" | "second", "rules": [{"unitPrice": "0.05"}], "tiers": {"fast": "1"}}. Selecting an image (U1 to U4) is free unless a rule names it: {"when": {"operation": "select"}, "unitPrice": "0.01"}.',
      ),
      ...cardFields,
    }),
    output: modelChanged,
    run: async (context, { model: id, kind, price: requestedPrice, aliases = [], ...fields }) => {
      const price = withFreeSelection(requestedPrice);
      const card = newCard(id, kind, fields);
      await rejectGroup(context, card);
      checkPrice(withPrice({ ...card, tiers: {}, price: { version: '', ...price } }, 'v1', price), price);
      rejectTaken(context, id);
      if (!(await addModel(context.db, card))) throw idTaken(id);
      await addFirstPrice(context.db, id, price);
      await saveNames(context, card, { aliases, versions: card.versions ?? [] });
      await context.note({ object: id, after: { ...card, price, aliases } });
      return toRecord(card, aliases);
    },
  }),
  procedure({
    name: 'model change',
    description:
      'Change a model that you added. Existing tasks keep the parameters and the price that they were submitted with.',
    who: 'operator',
    changes: true,
    word: 'model',
    input: z.strictObject({ model, ...cardFields }),
    output: modelChanged,
    run: async (context, { model: id, aliases, ...fields }) => {
      const before = await existingModel(context, id);
      const card = withFields(before, fields);
      await rejectGroup(context, card);
      for (const route of context.catalogue.listRoutes(id)) await rejectUnable(context, card, route);
      await changeModel(context.db, card);
      const lostVersions = (before.versions ?? []).filter(
        version => before.group !== card.group || !card.versions?.includes(version),
      );
      await dropVersions(context.db, before.group, { versions: lostVersions, model: id });
      const hasNewVersions = fields.versions !== undefined || before.group !== card.group;
      await saveNames(context, card, { aliases, versions: hasNewVersions ? (card.versions ?? []) : [] });
      await context.note({ object: id, before, after: { ...card, ...(aliases && { aliases }) } });
      return toRecord(card, aliases);
    },
  }),
  procedure({
    name: 'model remove',
    description: 'Remove a model that you added and that has no open tasks. Its ID cannot be reused.',
    who: 'operator',
    changes: true,
    word: 'model',
    input: z.strictObject({ model }),
    output: z.strictObject({ model: z.string(), removed: z.boolean() }),
    run: async (context, { model: id }) => {
      const before = await existingModel(context, id);
      await retireModel(context.db, id);
      await context.note({ object: id, before });
      return { model: id, removed: true };
    },
  }),
];

/** Throws AppError `model_unknown`, or `model_built_in` for a card that comes with the product. */
async function existingModel(
  { db, catalogue }: Pick<Context, 'catalogue' | 'db'>,
  id: string,
): Promise<StoredCard> {
  const match = await findModel(db, id);
  if (match) return match;
  const modelIds = catalogue.all.map(({ card }) => card.id);
  if (modelIds.includes(id)) throw new AppError('model_built_in', { model: id });
  throw new AppError('model_unknown', { param: 'model', model: id, allowed: modelIds.join(', ') });
}

function rejectTaken({ catalogue }: Pick<Context, 'catalogue'>, id: string): void {
  if (catalogue.all.some(({ card }) => card.id === id)) throw idTaken(id);
}

function idTaken(id: string): AppError {
  return fieldInvalid('model', 'model_id_taken', { name: id });
}

async function rejectGroup({ db }: Pick<Context, 'db'>, { group, kind }: StoredCard): Promise<void> {
  const storedGroup = await findGroup(db, group);
  if (storedGroup?.kind === kind) return;
  throw storedGroup
    ? fieldInvalid('group', 'model_group_kind', { group, kind: storedGroup.kind })
    : fieldInvalid('group', 'group_missing', { group });
}

async function saveNames(
  { db, catalogue }: Pick<Context, 'catalogue' | 'db'>,
  card: StoredCard,
  { aliases, versions }: { readonly aliases: CardFields['aliases']; readonly versions: readonly string[] },
): Promise<void> {
  const takenAlias = aliases?.find(alias => catalogue.all.some(other => other.card.id === alias));
  if (takenAlias !== undefined) throw fieldInvalid('aliases', 'alias_is_model', { alias: takenAlias });
  if (aliases !== undefined) await saveAliases(db, card.id, aliases);
  if (versions.length > 0) await saveVersions(db, card.group, { versions, model: card.id });
}

function toRecord(card: StoredCard, aliases: CardFields['aliases']): z.output<typeof modelChanged> {
  return {
    id: card.id,
    name: card.name,
    kind: card.kind,
    group: card.group,
    operations: card.operations,
    versions: card.versions ?? null,
    prompt_syntax: card.promptSyntax ?? null,
    parameters: card.parameters,
    references: card.references,
    aliases: aliases ? [...aliases] : null,
  };
}
