/** Every procedure as a route: those that change something are POST, the others GET. */
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, errorTable, type ErrorCode, type Language } from '@kinora/shared/errors/errors';
import { toCsv, toCsvRows, toJsonLines } from '@kinora/shared/text/csv';
import type { Storage } from '../../media/storage/storage.ts';
import type { Actor, Procedure } from '../procedures/procedure.ts';
import { procedures } from '../procedures/table/procedures.ts';
import { rejectBelow, runProcedure, type ProcedureDependencies } from '../procedures/run-procedure.ts';
import { basePath } from '../http/request/server-path.ts';
import { fileAddress } from '../http/reply/file-address.ts';
import { route, type DeclaredResponse, type Call, type Route } from '../http/route.ts';
import type { ToTaskRecord } from '../procedures/records/task-record.ts';
import { jsonShape, toJson } from './to-json.ts';
import { findActor } from '../http/auth/session-cookie.ts';

/** The parts of a context that depend on the request or are created here. */
type PerCall = 'baseUrl' | 'language' | 'toLine' | 'fileAddress' | 'openFiles' | 'log';

/** Writes tasks as the Console shows them (api/records/task-summary.ts). */
export interface LinesFor {
  readonly linesFor: (options: { readonly baseUrl: string; readonly language: Language }) => ToTaskRecord;
}

export interface ConsoleDependencies extends Omit<ProcedureDependencies, PerCall>, LinesFor {
  /** The version of prompts that name none. */
  readonly defaultVersion: string;
  readonly storage: Storage;
  /**
   * The configured address. Its path precedes the addresses of files, which have no host, because the
   * Console's policy allows only files from its own address.
   */
  readonly baseUrl: string | undefined;
  /** Whether models and prices are shown to everybody, or only to signed-in users. */
  readonly publicModels: boolean;
}

export function procedureRoutes(parts: ConsoleDependencies): Route[] {
  return procedures.map(procedure => {
    const { name, description, changes, input, who } = procedure;
    return route({
      interfaceName: 'console',
      auth: 'none',
      isPublic: who === 'anyone',
      method: changes ? 'POST' : 'GET',
      path: procedurePath(name),
      summary: description,
      ...(changes ? { body: input } : { query: withFormat(input) }),
      responses: { 200: describeResponse(procedure) },
      errorCodes: listErrorCodes(procedure),
      authorize: request => authorize(parts, procedure, request),
      handle: call => answer(parts, procedure, call),
    });
  });
}

/** `token create` -> `/api/token.create` */
export function procedurePath(name: string): string {
  return `/api/${name.replace(' ', '.')}`;
}

/** Prefixes of error codes that belong to a noun of another name. */
const otherPrefixes: Readonly<Record<string, readonly string[]>> = {
  task: ['retry_', 'hook_', 'parent_expired', 'input_expired', 'file_'],
  route: ['engine_'],
  webhook: ['hook_', 'webhook_'],
  workflow: ['engine_unknown'],
  price: ['model_'],
};

/**
 * Lists the errors about the object that a procedure names: it may be missing, expired, or in a state that
 * does not allow the procedure.
 */
function listErrorCodes({ name, input }: Procedure): ErrorCode[] {
  const [noun = ''] = name.split(' ');
  const prefixes = [`${noun}_`, ...(otherPrefixes[noun] ?? [])];
  const fields = Object.keys(input.shape).map(field => `${field.replace(/^(task|account)s$/, '$1')}_unknown`);
  const codes = Object.keys(errorTable) as ErrorCode[];
  const matchingCodes = codes.filter(
    code => fields.includes(code) || prefixes.some(prefix => code.startsWith(prefix)),
  );
  return matchingCodes.filter(code => [404, 409, 410, 429].includes(errorTable[code].status));
}

/** The caller of each request, found before the body is read. */
const actors = new WeakMap<FastifyRequest, Actor>();

/** Throws AppError `session_missing` or `not_allowed`. */
async function authorize(
  { db, publicModels }: ConsoleDependencies,
  { who }: Procedure,
  request: FastifyRequest,
): Promise<void> {
  const actor = await findActor(db, request);
  if (actor) actors.set(request, actor);
  if (who === 'anyone' && publicModels) return;
  if (!actor) throw new AppError('session_missing');
  rejectBelow(actor, who);
}

interface FormatQuery {
  readonly format?: keyof typeof formats;
}

const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: toCsv, writeMore: toCsvRows },
  jsonl: { type: 'application/jsonl; charset=utf-8', write: toJsonLines, writeMore: toJsonLines },
} as const;

/** Records that an export reads at once. */
const exportPageSize = 1000;

function describeResponse({ output, changes }: Procedure): DeclaredResponse {
  const isFile = output instanceof z.ZodArray && !changes;
  return {
    description: changes ? 'Done.' : 'Success.',
    shape: jsonShape(output),
    ...(isFile && { types: Object.values(formats).map(({ type }) => type) }),
  };
}

/** Adds the field `format`, with which a list can be exported as it is shown. */
function withFormat(input: z.ZodObject): z.ZodType {
  const format = z
    .enum(['csv', 'jsonl'])
    .optional()
    .describe('Return a file in this format instead of JSON.');
  return input.extend({ format });
}

async function answer(parts: ConsoleDependencies, procedure: Procedure, call: Call): Promise<unknown> {
  const { request, reply, body, query, baseUrl, language } = call;
  reply.header('cache-control', 'no-store');
  const { format, ...requestInput } = (procedure.changes ? { ...(body as object) } : query) as FormatQuery;
  const toLine = parts.linesFor({ baseUrl: basePath(parts.baseUrl), language });
  const address = fileAddress.bind(undefined, basePath(parts.baseUrl));
  const openFiles = async () => parts.storage;
  const { log } = request;
  const context = { ...parts, baseUrl, language, toLine, fileAddress: address, openFiles, log };
  const run = (input: object) => runProcedure(context, actors.get(request), { procedure, input });
  const hasAllPages = format !== undefined && procedure.pageKey !== undefined && !('limit' in requestInput);
  const result = await run(hasAllPages ? { ...requestInput, limit: exportPageSize } : requestInput);
  if (format === undefined || !Array.isArray(result)) return toJson(result);
  const { type, write } = formats[format];
  const fileName = `${procedure.name.replace(' ', '-')}.${format}`;
  const nextPage = (before: unknown) =>
    run({ ...requestInput, limit: exportPageSize, before }) as Promise<Row[]>;
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(hasAllPages ? Readable.from(allPages(result, { procedure, format, nextPage })) : write(result));
}

type Row = Readonly<Record<string, unknown>>;

interface PageReader {
  readonly procedure: Pick<Procedure, 'pageKey'>;
  readonly format: keyof typeof formats;
  readonly nextPage: (before: unknown) => Promise<Row[]>;
}

/** Writes one page after the other, so that no export is held in memory. */
async function* allPages(
  firstPage: Row[],
  { procedure: { pageKey = '' }, format, nextPage }: PageReader,
): AsyncGenerator<string> {
  const { write, writeMore } = formats[format];
  yield write(firstPage);
  for (let page = firstPage; page.length === exportPageSize;) {
    page = await nextPage(page.at(-1)?.[pageKey]);
    yield writeMore(page);
  }
}
