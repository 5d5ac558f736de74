/** Every procedure as a route: what changes something is a POST, what only tells a GET. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { toCsv, toJsonLines } from '../../lib/csv.ts';
import type { Storage } from '../../media/storage.ts';
import type { Actor, Procedure } from '../../procedures/procedure.ts';
import { procedures } from '../../procedures/procedures.ts';
import { refuseBelow, runProcedure, type ProcedureParts } from '../../procedures/run-procedure.ts';
import { fileAddress } from '../file-address.ts';
import { route, type Call, type Route } from '../route.ts';
import { taskLines } from '../task-line.ts';
import { toJson } from './to-json.ts';
import { actorOf } from './session-cookie.ts';

/** What depends on the request, or is made here. */
type PerCall = 'baseUrl' | 'language' | 'toLine' | 'fileAddress' | 'openFiles';

export interface ConsoleParts extends Omit<ProcedureParts, PerCall> {
  /** Of prompts that name none. */
  readonly defaultVersion: string;
  readonly storage: Storage;
  /** Models and prices are shown to everybody; else to who is signed in. */
  readonly publicModels: boolean;
}

export function procedureRoutes(parts: ConsoleParts): Route[] {
  return procedures.map(procedure => {
    const { name, says, changes, input } = procedure;
    return route({
      family: 'console',
      auth: 'none',
      method: changes ? 'POST' : 'GET',
      path: pathOf(name),
      summary: says,
      ...(changes ? { body: input } : { query: withFormat(input) }),
      judge: request => judge(parts, procedure, request),
      handle: call => answer(parts, procedure, call),
    });
  });
}

/** `token create` -> `/api/token.create` */
export function pathOf(name: string): string {
  return `/api/${name.replace(' ', '.')}`;
}

/** Files are told by their path: wherever the Console is seen, its policy lets it show what comes from there. */
export const filesBase = '';

/** Who asks, as it was found out before the body was read. */
const actors = new WeakMap<FastifyRequest, Actor>();

/** Throws AppError `session_missing` or `not_allowed`. */
async function judge(
  { db, publicModels }: ConsoleParts,
  { who }: Procedure,
  request: FastifyRequest,
): Promise<void> {
  const actor = await actorOf(db, request);
  if (actor) actors.set(request, actor);
  if (who === 'anyone' && publicModels) return;
  if (!actor) throw new AppError('session_missing');
  refuseBelow(actor, who);
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

async function answer(parts: ConsoleParts, procedure: Procedure, call: Call): Promise<unknown> {
  const { request, reply, body, query, baseUrl, language } = call;
  reply.header('cache-control', 'no-store');
  const { format, ...asked } = (procedure.changes ? { ...(body as object) } : query) as Asked;
  const toLine = taskLines({ ...parts, baseUrl: filesBase, language });
  const address = fileAddress.bind(undefined, filesBase);
  const openFiles = async () => parts.storage;
  const context = { ...parts, baseUrl, language, toLine, fileAddress: address, openFiles };
  const result = await runProcedure(context, actors.get(request), { procedure, input: asked });
  if (format === undefined || !Array.isArray(result)) return toJson(result);
  const { type, write } = formats[format];
  const fileName = `${procedure.name.replace(' ', '-')}.${format}`;
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(write(result));
}
