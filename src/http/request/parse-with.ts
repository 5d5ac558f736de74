/** Checks input against its schema. Problems become an AppError with Kinora's texts. */
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import { issueTexts } from '../../issue-texts.ts';

/** Validates by schema; the first problem becomes `field_unknown` or `field_invalid` with the field's path. */
export function parseWith<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') {
    const param = [...issue.path, issue.keys[0]].join('.');
    throw new AppError('field_unknown', {
      param,
      allowed: fieldNames(schema, issue.path).join(', ') || 'none',
    });
  }
  if (path === '') throw new AppError('request_invalid', { reason: 'Expected a JSON object.' });
  throw new AppError('field_invalid', {
    param: path,
    ...issueTexts(issue, valueAt(value, issue?.path ?? [])),
  });
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (fromJson(inner) as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
}

/** On the command line, a field with fields of its own is JSON text. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** The fields of the object at the path, through everything that wraps it. */
function fieldNames(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const { def, shape } = schema as { def: WrapperDef; shape?: Record<PropertyKey, z.ZodType> };
  const inner = [def.innerType, def.out, def.in, ...(def.options ?? [])].filter(one => one !== undefined);
  if (inner.length > 0) return inner.map(one => fieldNames(one, path)).find(names => names.length > 0) ?? [];
  const [key, ...rest] = path;
  if (key === undefined) return shape ? Object.keys(shape) : [];
  const child = shape?.[key] ?? def.element ?? def.valueType;
  return child ? fieldNames(child, rest) : [];
}

/** What the kinds of schemas that contain others have in common. */
interface WrapperDef {
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
}
