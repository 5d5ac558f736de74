/** Every operation as a route: what changes something is a POST, what only tells a GET. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { toCsv, toJsonLines } from '../../lib/csv.ts';
import type { Actor, Operation } from '../../operations/operation.ts';
import { operations } from '../../operations/operations.ts';
import { refuseBelow, runOperation, type OperationParts } from '../../operations/run-operation.ts';
import { route, type Call, type Route } from '../route.ts';
import { toJson } from './to-json.ts';
import { actorOf } from './session-cookie.ts';

export interface ConsoleParts extends Omit<OperationParts, 'baseUrl'> {
  /** Models and prices are shown to everybody; else to who is signed in. */
  readonly publicModels: boolean;
}

export function operationRoutes(parts: ConsoleParts): Route[] {
  return operations.map(operation => {
    const { name, says, changes, input } = operation;
    return route({
      family: 'console',
      auth: 'none',
      method: changes ? 'POST' : 'GET',
      path: pathOf(name),
      summary: says,
      ...(changes ? { body: input } : { query: withFormat(input) }),
      judge: request => judge(parts, operation, request),
      handle: call => answer(parts, operation, call),
    });
  });
}

/** `token create` -> `/api/token.create` */
export function pathOf(name: string): string {
  return `/api/${name.replace(' ', '.')}`;
}

/** Who asks; throws AppError `session_missing` or `not_allowed`. */
async function judge(
  { db, publicModels }: ConsoleParts,
  { who }: Operation,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  const actor = await actorOf(db, request);
  if (who === 'anyone' && publicModels) return actor;
  if (!actor) throw new AppError('session_missing');
  refuseBelow(actor, who);
  return actor;
}

interface Asked {
  readonly format?: keyof typeof formats;
}

const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: toCsv },
  jsonl: { type: 'application/jsonl; charset=utf-8', write: toJsonLines },
} as const;

/** A list can be taken elsewhere as it is shown. */
function withFormat(input: z.ZodType): z.ZodType {
  const format = z.enum(['csv', 'jsonl']).optional().describe('As a file instead of JSON.');
  return (input as z.ZodObject).extend({ format });
}

async function answer(parts: ConsoleParts, operation: Operation, call: Call): Promise<unknown> {
  const { request, reply, body, query, baseUrl } = call;
  const actor = await judge(parts, operation, request);
  reply.header('cache-control', 'no-store');
  const { format, ...asked } = (operation.changes ? { ...(body as object) } : query) as Asked;
  const result = await runOperation({ ...parts, baseUrl }, actor, { operation, input: asked });
  if (format === undefined || !Array.isArray(result)) return toJson(result);
  const { type, write } = formats[format];
  const fileName = `${operation.name.replace(' ', '-')}.${format}`;
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(write(result));
}
