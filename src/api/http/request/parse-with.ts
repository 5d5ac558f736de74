/** Checks input against its schema. Problems become an AppError with Kinora's texts. */
import { reasonTexts } from '@kinora/shared/errors/reason';
import type { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { issueReason, parseInput } from '../../../platform/errors/issue-reason.ts';
import { schemasAt } from '../../../platform/lib/schemas-at.ts';

/**
 * Validates by schema; the first problem becomes `field_unknown` or `field_invalid` with the field's path.
 */
export function parseWith<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const result = parseInput(schema, value === undefined ? {} : value);
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
  if (path === '') throw new AppError('body_not_object');
  throw new AppError('field_invalid', { param: path, ...reasonTexts(issueReason(issue, schema)) });
}

/** The fields of the object at the path. */
function fieldNames(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const shapes = schemasAt(schema, path).map(one => (one as { shape?: object }).shape);
  return Object.keys(shapes.find(shape => shape !== undefined) ?? {});
}
