/** A model as its provider describes it, as the arguments with which an operator would add it. */
import { z } from 'zod';
import { modelCard, sizeRules } from '@kinora/shared/models/model-card';
import { kind } from './values.ts';

const card = modelCard.shape;
const priceBody = z.strictObject({
  unit: card.price.shape.unit,
  rules: card.price.shape.rules,
  tiers: card.tiers,
});

export const proposalRecord = z.strictObject({
  ok: z.boolean(),
  code: z
    .string()
    .nullable()
    .describe(
      'Why there is no proposal: as of "engine probe", or engine_rejected: it has no such model; null: there is one.',
    ),
  message: z.string(),
  commands: z
    .array(z.string())
    .describe('What adds the model, once you have set the price. Nothing is changed before.'),
  notes: z.array(z.string()).describe('What to check or to decide.'),
  settings: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .nullable()
    .describe('Settings of the engine that fit the model, for "engine change".'),
  model: z
    .strictObject({
      model: z.string(),
      kind,
      name: z.string(),
      description: z.string(),
      operations: card.operations,
      parameters: card.parameters.shape.properties,
      references: card.references,
      sizes: sizeRules.nullable().describe('null: any, or the engine does not say.'),
    })
    .nullable()
    .describe('Arguments of "model add", without the price.'),
  price: priceBody
    .nullable()
    .describe('A price to begin with. The last of the notes says where it comes from. Only you can set it.'),
});
export type Proposal = z.output<typeof proposalRecord>;
