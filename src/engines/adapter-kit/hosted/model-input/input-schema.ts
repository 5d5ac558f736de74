/** The input fields of a model, from the JSON Schema in its OpenAPI document. Pure. */
import { z } from 'zod';
import type { SettingValue } from '../../../contract/kind/engine-settings.ts';

export interface InputField {
  readonly name: string;
  /**
   * The JSON Schema type. A field of another type, such as `object` or `array`, cannot be a parameter of a
   * card. Undefined if it has several types.
   */
  readonly type: string | undefined;
  /** The format, such as `uri`. Undefined if there is none. */
  readonly format: string | undefined;
  readonly enum: readonly SettingValue[] | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** The longest list that is allowed. */
  readonly maxItems: number | undefined;
  readonly default: SettingValue | undefined;
  readonly description: string | undefined;
  readonly isRequired: boolean;
}

const simple = z.union([z.string(), z.number(), z.boolean()]);

/**
 * A value that does not have the expected shape counts as absent, because providers write these documents for
 * people, too.
 */
const node = z.looseObject({
  $ref: z.string().optional().catch(undefined),
  allOf: z.array(z.unknown()).optional().catch(undefined),
  anyOf: z.array(z.unknown()).optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  format: z.string().optional().catch(undefined),
  enum: z.array(simple).min(1).optional().catch(undefined),
  minimum: z.number().optional().catch(undefined),
  maximum: z.number().optional().catch(undefined),
  maxItems: z.number().optional().catch(undefined),
  default: simple.optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  properties: z.record(z.string(), z.unknown()).optional().catch(undefined),
  required: z.array(z.string()).optional().catch(undefined),
});
type Node = z.infer<typeof node>;
/** Schemas by name, as in `components.schemas`. */
export type NamedSchemas = Readonly<Record<string, unknown>>;

/** References that are nested deeper than this form a cycle. */
const maxDepth = 8;

export function inputFields(schema: unknown, schemas: NamedSchemas): InputField[] {
  const { properties = {}, required = [] } = resolveSchema(schema, schemas);
  return Object.entries(properties).map(([name, property]) => {
    const {
      type,
      format,
      enum: choices,
      minimum,
      maximum,
      maxItems,
      ...otherFields
    } = resolveSchema(property, schemas);
    const { default: value, description } = otherFields;
    const isRequired = required.includes(name);
    return {
      name,
      type,
      format,
      enum: choices,
      minimum,
      maximum,
      maxItems,
      default: value,
      description,
      isRequired,
    };
  });
}

/**
 * Returns the schema with what it refers to. If it has alternatives, the only one that is not `null` counts;
 * if there are several, none does.
 */
export function resolveSchema(schema: unknown, schemas: NamedSchemas, depth = 0): Node {
  const directNode = node.safeParse(schema).data ?? {};
  if (depth > maxDepth) return {};
  const resolvePart = (part: unknown) => resolveSchema(part, schemas, depth + 1);
  const referencedNode =
    directNode.$ref === undefined
      ? {}
      : resolvePart(schemas[directNode.$ref.replace('#/components/schemas/', '')]);
  const allParts = (directNode.allOf ?? []).map(resolvePart);
  const alternatives = (directNode.anyOf ?? []).map(resolvePart).filter(({ type }) => type !== 'null');
  const alternative = alternatives.length === 1 ? alternatives[0] : {};
  return Object.assign(
    {},
    ...[referencedNode, ...allParts, alternative, directNode].map(withoutAbsent),
  ) as Node;
}

function withoutAbsent(schema: Node | undefined): Partial<Node> {
  return Object.fromEntries(Object.entries(schema ?? {}).filter(([, value]) => value !== undefined));
}
