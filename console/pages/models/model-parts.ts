/** Values that a model's page derives from its card: unit, price examples, links. */
import {
  toModel,
  type ModelDetails,
  type ModelFacts,
  type ParameterSchema,
} from '../../data/models/models.ts';
import { listTiers } from '../../data/models/tiers.ts';
import { quotePriceDetails, type Price } from '../../data/models/price.ts';
import { withDefaults } from '../../forms/field-values.ts';

export function priceUnit({ unit }: Pick<ModelFacts, 'unit'>): Price['unit'] {
  return unit.replace('/ ', '') as Price['unit'];
}

/**
 * The kind of a model's results. A model with `clip` as its only operation generates
 * videos for the image interface.
 */
export function resultKind({
  kind,
  operations,
}: Pick<ModelFacts, 'kind' | 'operations'>): ModelFacts['kind'] {
  return operations.every(operation => operation === 'clip') ? 'video' : kind;
}

/** Whether neither the parameters nor the tier change the price. */
export function hasOnePrice({ rules, tiers }: Pick<ModelDetails, 'rules' | 'tiers'>): boolean {
  return rules.length === 1 && Object.keys(tiers).length === 1;
}

const exampleGridPictures = 4;

/**
 * An example of what the price rule with the condition `when` yields at the default tier, for the model's
 * default duration and one clip or a grid of four.
 */
export function priceExample(
  facts: ModelFacts,
  conditions: Readonly<Record<string, unknown>> | null,
): Price | undefined {
  const model = toModel(facts);
  const parameters = { ...withDefaults(model.parameters.properties, {}), ...conditions };
  const tier = model.tiers.fast === undefined ? (listTiers(model)[0] ?? 'fast') : 'fast';
  const operation = conditions?.['operation'] ?? (facts.kind === 'video' ? 'clip' : 'grid');
  const pictures = operation === 'grid' ? exampleGridPictures : 1;
  const seconds = Number(parameters['seconds'] ?? 1);
  const request = { parameters: { ...parameters, operation }, tier, seconds, pictures };
  return quotePriceDetails(model, request);
}

/** The page that runs the model. */
export function runLink({ id, kind, operations, versions }: ModelFacts): {
  to: string;
  search: Record<string, string>;
} {
  if (kind === 'video') return { to: '/video', search: { model: id } };
  // A model that only animates images has nothing to do with a prompt alone.
  if (!operations.includes('grid')) return { to: '/image', search: {} };
  const standardVersion = versions?.findLast(version => !version.startsWith('niji'));
  const version = standardVersion === undefined ? versions?.at(-1) : `v ${standardVersion}`;
  const parameters = [...(version === undefined ? [] : [version]), `model ${id}`];
  return { to: '/image', search: { prompt: parameters.map(one => ` --${one}`).join('') } };
}

export type AllowedValues =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'range'; readonly min: number; readonly max: number }
  | { readonly kind: 'yes or no' }
  | { readonly kind: 'length'; readonly max: number }
  | { readonly kind: 'any' };

export function toAllowedValues({
  type,
  enum: values,
  minimum,
  maximum,
  maxLength,
}: ParameterSchema): AllowedValues {
  if (values) return { kind: 'values', values: values.map(String) };
  if (type === 'boolean') return { kind: 'yes or no' };
  if (minimum !== undefined && maximum !== undefined) return { kind: 'range', min: minimum, max: maximum };
  return maxLength === undefined ? { kind: 'any' } : { kind: 'length', max: maxLength };
}
