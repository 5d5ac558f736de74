/** The program of a drawing process: takes a piece of work, draws it, sends what it made. */
import { flushCompileCache } from 'node:module';
import {
  describePicture,
  drawPicture,
  drawSound,
  freeMemory,
  type Job,
  openSubjectPack,
  shortenPrompt,
  drawThumbnail,
} from '@kinora/sketch';
import { readProvenance } from '../../../media/provenance/provenance.ts';
import { systemClock } from '@kinora/shared/clock';
import { limitMemory } from './limit-memory.ts';
import type { FromProcess, SketchUpdate, SketchWork } from './sketch-work.ts';

const subjects = openSubjectPack();
/** A picture of 4096x4096 takes less. What takes more fails, and nothing else with it. */
const maxBytes = 1536 * 1024 * 1024;
/**
 * A process that has drawn some pictures holds 220 to 240 MB. One that rests with more than
 * the pool allows is replaced.
 */
const muchBytes = 240 * 1024 * 1024;
const idleMs = 5000;
let idle: AbortController | undefined;

// The server decides when this process ends; a signal to the whole group must not lose what is being drawn.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
limitMemory(maxBytes);

/** Started without work: what drawing needs is loaded and compiled before the first work comes. */
const workCame = new AbortController();
const warm = systemClock.sleep(50, workCame.signal).then(() => warmUp(workCame.signal));

process.on('message', async (work: SketchWork) => {
  workCame.abort();
  idle?.abort();
  await warm;
  await draw(work).then(post, (error: Error) => post({ type: 'failed', message: error.message }));
  await finishWork(work.kind);
});

/** If it fails, so does the first work, which then reports why. */
async function warmUp({ aborted }: AbortSignal): Promise<void> {
  if (aborted) return;
  const job: Job = {
    kind: 'grid',
    prompt: 'a fox beside a lake',
    seed: 1,
    width: 256,
    height: 256,
    exclude: [],
  };
  await drawPicture({ job, candidate: 0, subjects, onProgress: () => {} }).catch(() => {});
  keepCompiled();
}

/**
 * Keeps compiled code for the next drawing process. Node does this at an exit, but a drawing process is
 * killed. Does nothing if all is kept already.
 */
function keepCompiled(): void {
  flushCompileCache();
}

/**
 * Frees memory before the next job is taken. A full collection also discards compiled code that refers to
 * what it frees, which makes the next picture a tenth slower: pictures that follow each other are freed by
 * small ones, until much is held or no work has come for a while.
 */
async function finishWork(after: SketchWork['kind']): Promise<void> {
  keepCompiled();
  const isSmall = after === 'picture' && process.memoryUsage.rss() < muchBytes;
  await collect(isSmall ? 'minor' : 'major');
  send({ residentBytes: process.memoryUsage.rss() });
  if (!isSmall) return;
  idle = new AbortController();
  const { signal } = idle;
  await systemClock.sleep(idleMs, signal);
  if (!signal.aborted) await collect('major');
}

async function collect(type: 'minor' | 'major'): Promise<void> {
  globalThis.gc?.({ type });
  // Canvases give back their memory in a turn of the event loop after the collection.
  await freeMemory();
}

async function draw(receivedWork: SketchWork): Promise<SketchUpdate> {
  const work = { ...receivedWork, job: withProvenance(receivedWork.job) };
  if (work.kind === 'texts') return { type: 'texts', texts: await readTexts(work.job) };
  if (work.kind === 'clip') {
    // Only clips need the encoder.
    const { filmPart } = await import('./film-part.ts');
    return filmPart({ work, subjects, onProgress: progress => post({ type: 'progress', progress }) });
  }
  const { job, candidate } = work;
  if (work.kind === 'sound') return { type: 'sound', sound: await drawSound({ job, candidate, subjects }) };
  const picture = await drawPicture({
    job,
    candidate,
    subjects,
    onProgress: (progress, unfinishedPicture) =>
      post({ type: 'progress', progress, thumb: drawThumbnail(unfinishedPicture, job) }),
  });
  return { type: 'picture', ...picture };
}

/** Reads the provenance of the files here, because the package knows nothing of files. */
function withProvenance({ inputs, ...job }: Job): Job {
  if (!inputs) return job;
  const read = inputs.map(input => {
    const provenance = readProvenance(input.bytes);
    return { ...input, ...(provenance && { provenance }) };
  });
  return { ...job, inputs: read };
}

async function readTexts(job: Job): Promise<string[]> {
  return job.kind === 'shorten' ? shortenPrompt(job.prompt) : describePicture(job);
}

function post(update: SketchUpdate): void {
  send({ update });
}

/**
 * The server may be gone, even while this process draws: then there is no process to
 * send to, and this process ends.
 */
function send(message: FromProcess): void {
  if (!process.connected) return;
  process.send?.(message, undefined, {}, error => {
    if (error) process.exit();
  });
}
