/**
 * Arguments of tools that follow from the model cards that a token can use, so that
 * an agent sees only what works.
 */
import { z } from 'zod';
import type { Model } from '../../../core/catalogue/models/catalogue.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The models as an enumeration. The first one is used if none is named. */
export function modelArgument(models: readonly Model[], defaultModel: string): z.ZodType {
  const ids = models.map(({ card }) => card.id);
  return z
    .enum(ids as [string, ...string[]])
    .optional()
    .describe(`The model; list_models describes them with their prices. ${defaultModel}`);
}

/** The parameters of the cards. Their values are checked later against the card of the model that is used. */
export function parameterArguments(
  models: readonly Model[],
  except: readonly string[],
): Readonly<Record<string, z.ZodType>> {
  const schemas = new Map<string, Map<string, string[]>>();
  for (const { card } of models)
    for (const [name, schema] of Object.entries(card.parameters.properties)) {
      if (except.includes(name)) continue;
      const byText = schemas.get(name) ?? new Map<string, string[]>();
      const text = JSON.stringify(schema);
      byText.set(text, [...(byText.get(text) ?? []), card.id]);
      schemas.set(name, byText);
    }
  return Object.fromEntries(
    [...schemas].map(([name, byText]) => [
      name,
      z.unknown().optional().meta(mergeSchemas(byText, models.length)),
    ]),
  );
}

/** Merges the schemas of all models into one, which describes for each model what differs. */
function mergeSchemas(byText: ReadonlyMap<string, readonly string[]>, count: number): Schema {
  const all = [...byText].map(([text, models]) => ({ schema: JSON.parse(text) as Schema, models }));
  const [first] = all;
  if (all.length === 1 && first) {
    const restriction = first.models.length < count ? ` Only for ${first.models.join(', ')}.` : '';
    const { description = '' } = first.schema;
    return { ...first.schema, description: `${String(description)}${restriction}`.trim() };
  }
  return {
    anyOf: all.map(({ schema, models }) => ({ ...schema, title: models.join(', ') })),
    description: 'The values depend on the model.',
  };
}

/** Arguments of every tool that costs something, in addition to its own. */
export const paidArguments = {
  request_key: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'Any text that is unique for this wish. Repeat a call with the same key and arguments after an error or a timeout: you get the same task and pay once.',
    ),
} as const;
