/** What a program made: `result.json` and the files that it names. */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { lstat, readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { z } from 'zod';
import { detectClipType } from '../../../media/formats/clip-types.ts';
import { inspectPicture, PictureError } from '../../../media/picture/picture.ts';
import { EngineError } from '../../contract/engine-error.ts';
import type { HeldAnswer, HeldFile } from '../../adapter-kit/answers/spooled-answer.ts';
import { madeDetails } from '../../../platform/lib/text/format-count.ts';
import { resultFile } from './run-files.ts';

/** What the step asked for. */
export const expectedOutputShape = z.object({
  kind: z.enum(['picture', 'clip', 'text']),
  count: z.int(),
  width: z.int(),
  height: z.int(),
  durationMs: z.number(),
  framesPerSecond: z.number(),
});
export type ExpectedOutput = z.infer<typeof expectedOutputShape>;

const resultShape = z.union([
  z.object({
    error: z.string().max(2000),
    refused: z.boolean().default(false),
    retryable: z.boolean().default(false),
  }),
  z.object({
    files: z.array(z.string().min(1).max(200)).max(64).default([]),
    texts: z.array(z.string().max(100_000)).max(16).optional(),
    /** The cost in the currency of the server. */
    cost: z.number().min(0).max(1e6).optional(),
  }),
]);

type Result = z.infer<typeof resultShape>;
const maxResultBytes = 4 * 1024 * 1024;

/** Throws EngineError for an error that the program reports, and for a result that cannot be used. */
export async function readResult(
  folder: string,
  expected: ExpectedOutput,
  maxBytes: number,
): Promise<HeldAnswer> {
  const result = await parseResult(folder);
  if (!result) throw unusable(reason('result_none'));
  if ('error' in result) throw toError(result);
  const { files, texts, cost } = result;
  const resultCount = expected.kind === 'text' ? (texts?.length ?? 0) : files.length;
  if (resultCount !== expected.count)
    throw unusable(
      reason('result_count', { ...madeDetails(resultCount, expected.kind), wanted: expected.count }),
    );
  const names = expected.kind === 'text' ? [] : files;
  const heldFiles: HeldFile[] = [];
  for (const name of names)
    heldFiles.push(await readMedia(await readInside(folder, name, maxBytes), expected, name));
  return {
    files: heldFiles,
    ...(expected.kind === 'text' && texts && { texts }),
    ...(cost !== undefined && { costMicros: Math.round(cost * 1e6) }),
  };
}

/** Returns what the program reports although it failed, or undefined if there is nothing. */
export async function reportedError(folder: string): Promise<EngineError | undefined> {
  const result = await parseResult(folder);
  return result && 'error' in result ? toError(result) : undefined;
}

function toError({ error, refused: isRefused, retryable }: Extract<Result, { error: string }>): EngineError {
  const code = isRefused ? 'content_refused' : 'engine_error';
  return new EngineError(code, reason('program_error'), { retryable, cause: error });
}

async function parseResult(folder: string): Promise<Result | undefined> {
  const bytes = await readInside(folder, resultFile, maxResultBytes).catch(() => undefined);
  const text = Buffer.from(bytes ?? '').toString('utf8');
  try {
    return resultShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Throws EngineError if the name leads out of the folder, or to something that is not a file. */
export async function readInside(folder: string, name: string, maxBytes: number): Promise<Uint8Array> {
  const path = join(folder, name);
  const facts = await lstat(path).catch(() => undefined);
  if (!facts?.isFile()) throw unusable(reason('result_file_missing', { name: JSON.stringify(name) }));
  const [real, root] = await Promise.all([realpath(path), realpath(folder)]);
  if (!real.startsWith(root + sep))
    throw unusable(reason('result_file_outside', { name: JSON.stringify(name) }));
  if (facts.size > maxBytes) throw unusable(reason('result_file_large', { name: JSON.stringify(name) }));
  return readFile(path);
}

async function readMedia(bytes: Uint8Array, expected: ExpectedOutput, name: string): Promise<HeldFile> {
  try {
    return expected.kind === 'clip' ? toClip(bytes, expected) : await readPicture(bytes);
  } catch (cause) {
    const detail = cause instanceof PictureError ? cause.reason : undefined;
    throw unusable(reason('result_file_unread', { name: JSON.stringify(name), said: detail }), cause);
  }
}

async function readPicture(bytes: Uint8Array): Promise<HeldFile> {
  const { format, width, height } = await inspectPicture(bytes);
  return { kind: 'picture', contentType: `image/${format}`, width, height, bytes };
}

/** What was asked for is believed until the core reads the clip, in a process of its own. */
function toClip(bytes: Uint8Array, { width, height, durationMs, framesPerSecond }: ExpectedOutput): HeldFile {
  const contentType = detectClipType(bytes) ?? 'video/mp4';
  return { kind: 'clip', contentType, width, height, durationMs, framesPerSecond, bytes };
}

function unusable(reason: Reason, cause?: unknown): EngineError {
  return new EngineError('engine_error', reason, { retryable: true, cause });
}
