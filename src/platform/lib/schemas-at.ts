/** Finds the schemas of a field inside another schema, for texts about what the field accepts. */
import { z } from 'zod';

/** The fields of the schemas that contain others. Each kind of schema has some of them. */
interface WrapperDef {
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
}

/**
 * Returns the schemas of the value at the path, without the schemas that wrap them. There are several for a
 * union, and for a field that is converted when it is read.
 */
export function schemasAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType[] {
  const { def, shape } = schema as { def: WrapperDef; shape?: Record<PropertyKey, z.ZodType> };
  const innerSchemas = [def.innerType, def.out, def.in, ...(def.options ?? [])].filter(
    one => one !== undefined,
  );
  if (innerSchemas.length > 0) return innerSchemas.flatMap(one => schemasAt(one, path));
  const [key, ...remainingPath] = path;
  if (key === undefined) return [schema];
  const child = shape?.[key] ?? def.element ?? def.valueType;
  return child ? schemasAt(child, remainingPath) : [];
}

/** The least and the greatest number, length or count that a schema accepts. */
export interface Limits {
  readonly least?: number;
  readonly most?: number;
}

export function readLimits(schema: z.ZodType): Limits {
  if (!['number', 'string', 'array'].includes(schema.type)) return {};
  const jsonSchema = z.toJSONSchema(schema, { unrepresentable: 'any' });
  const { minimum, minLength, minItems, maximum, maxLength, maxItems } = jsonSchema;
  const least = minimum ?? minLength ?? minItems;
  const most = maximum ?? maxLength ?? maxItems;
  return { ...(isLimit(least) && { least }), ...(isLimit(most) && { most }) };
}

/** Integers without a limit have that of their format. */
function isLimit(limit: number | undefined): limit is number {
  return limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
}
