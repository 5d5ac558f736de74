import { z } from 'zod';

/** Puts a list into an object, so that fields can be added later. */
export function toJson(result: unknown): object {
  return Array.isArray(result) ? { object: 'list', data: result } : (result as object);
}

/** The shape of the result of `toJson` for a value of this shape. */
export function jsonShape(shape: z.ZodType): z.ZodType {
  if (shape instanceof z.ZodArray) return z.strictObject({ object: z.literal('list'), data: shape });
  if (shape instanceof z.ZodUnion)
    return z.union(shape.options.map(option => jsonShape(option as z.ZodType)));
  return shape;
}
