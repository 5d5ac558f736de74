/** Selects the control of a parameter from its schema alone, so that new models need no change here. */
import type { ParameterSchema } from '../data/models/models.ts';

export type FieldKind =
  /** Only one value is allowed, so there is nothing to choose. */
  | 'fixed'
  | 'switch'
  /** Aspect ratios drawn as shapes. */
  | 'shapes'
  /** A slider with a tick for each allowed number. */
  | 'ticks'
  | 'segmented'
  | 'select'
  | 'slider'
  | 'seed'
  | 'number'
  | 'text';

const maxSegments = 5;
const maxTicks = 12;
const widestSlider = 10_000;

export function fieldKind(name: string, schema: ParameterSchema): FieldKind {
  if (schema.type === 'boolean') return 'switch';
  if (schema.enum?.length === 1) return 'fixed';
  if (schema.enum?.every(value => parseRatio(value) !== undefined)) return 'shapes';
  if (name === 'seconds' && listNumbers(schema).length > 0)
    return listNumbers(schema).length <= maxTicks ? 'ticks' : 'slider';
  if (schema.enum) return schema.enum.length <= maxSegments ? 'segmented' : 'select';
  if (schema.type !== 'integer' && schema.type !== 'number') return 'text';
  if (name === 'seed') return 'seed';
  const { minimum, maximum } = schema;
  const isBounded = minimum !== undefined && maximum !== undefined && maximum - minimum <= widestSlider;
  return isBounded ? 'slider' : 'number';
}

/** All allowed numbers. Empty if they are fractional, unbounded or too many. */
export function listNumbers({
  type,
  enum: values,
  minimum,
  maximum,
  multipleOf = 1,
}: ParameterSchema): number[] {
  if (values) return values.filter(value => typeof value === 'number');
  if (type !== 'integer' || minimum === undefined || maximum === undefined) return [];
  const firstStep = Math.ceil(minimum / multipleOf);
  const count = Math.floor(maximum / multipleOf) - firstStep + 1;
  return count > 600
    ? []
    : Array.from({ length: Math.max(0, count) }, (_, index) => (firstStep + index) * multipleOf);
}

/** The width and height of `16:9`. */
export function parseRatio(value: unknown): number | undefined {
  const [, width, height] = /^(\d{1,4}):(\d{1,4})$/.exec(String(value)) ?? [];
  return Number(width) / Number(height) || undefined;
}

type Properties = Readonly<Record<string, ParameterSchema>>;
type Rules = readonly { readonly when?: Readonly<Record<string, unknown>> | null }[];

const alwaysSeen = ['seconds', 'resolution', 'aspect_ratio', 'size'];

/** Parameters that affect price, shape or duration are always visible; the others are collapsed. */
export function splitParameters(
  properties: Properties,
  rules: Rules,
): { visibleNames: string[]; collapsedNames: string[] } {
  const pricedNames = new Set(rules.flatMap(({ when }) => Object.keys(when ?? {})));
  const names = Object.keys(properties);
  const isSeen = (name: string) => alwaysSeen.includes(name) || pricedNames.has(name);
  return { visibleNames: names.filter(isSeen), collapsedNames: names.filter(name => !isSeen(name)) };
}
