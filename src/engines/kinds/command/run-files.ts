/**
 * The files in the folder of a step by which its runner (`run-program.ts`) and the engine talk:
 * either of them may be killed.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export const runFiles = {
  /** What to run. Written by the engine. */
  run: 'run.json',
  /** The handle of the start, for `find`. */
  handle: 'handle.json',
  /** Which process runs it. The runner that creates it is the only one. */
  process: 'process.json',
  progress: 'progress.json',
  /** How it ended. */
  exit: 'exit.json',
  /** What the program printed. */
  log: 'log.txt',
} as const;

/** What the program reports. */
export const resultFile = 'result.json';

export const programRun = z.object({
  program: z.string(),
  arguments: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
  timeoutMs: z.number(),
  maxBytes: z.number(),
});
export type ProgramRun = z.infer<typeof programRun>;

/** A process, and when it began, because ids are used again. */
export const processFacts = z.object({ pid: z.int().min(2), began: z.string().optional() });
export type ProcessFacts = z.infer<typeof processFacts>;

export const runProcess = processFacts.extend({ program: processFacts.optional() });

export const runProgress = z.object({
  progress: z.number(),
  /** The file of the newest preview, and its number. */
  preview: z.string().optional(),
  previews: z.int(),
});
export type RunProgress = z.infer<typeof runProgress>;

const stopReason = z.object({
  code: z.enum(['run_too_long', 'run_cancelled', 'run_too_large']),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const runExit = z.object({
  code: z.int().nullable(),
  signal: z.string().nullable(),
  /** Why the runner ended it, or what the system said when it could not be started. */
  reason: z.union([z.string(), stopReason]).optional(),
  lastLines: z.array(z.string()),
});
export type RunExit = z.infer<typeof runExit>;

/** Returns undefined if it is not there, or not in this shape. */
export async function readRunFile<Shape extends z.ZodType>(
  folder: string,
  name: string,
  shape: Shape,
): Promise<z.infer<Shape> | undefined> {
  try {
    return shape.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
  } catch {
    return undefined;
  }
}

/** A reader finds the old file or the new one, never a part. */
export async function writeRunFile(folder: string, name: string, value: object): Promise<void> {
  const path = join(folder, name);
  await writeFile(`${path}.new`, JSON.stringify(value));
  await rename(`${path}.new`, path);
}
