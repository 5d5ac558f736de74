/** Previews of a job whose pictures are made one by one: a sheet with the current state of each. */
import { reason } from '@kinora/shared/errors/reason';
import { LRUCache } from 'lru-cache';
import { decodePicture, encodeWebp, makeSheet, type RawPicture } from '../../media/picture/picture.ts';
import { fitTo } from '../../media/picture/fit-picture.ts';
import { type Clock, systemClock } from '@kinora/shared/clock';
import { EngineError } from '../contract/engine-error.ts';
import type { EnginePreview } from '../contract/engine-preview.ts';
import { readAll } from '../contract/read-media.ts';
import type { PlanHandle } from './plan-handle.ts';
import type { StepEngine } from '../contract/steps/step-engine.ts';

export interface LiveSheets {
  /**
   * The preview of the job after these of its steps. Returns undefined if there is no new one. A step that
   * ended without a preview, or whose previews another process has seen, is shown by its result. It is read
   * after a second, because a job that ends sooner needs it for its files, and nothing waits for it.
   */
  add(
    handle: PlanHandle,
    previews: ReadonlyMap<number, EnginePreview>,
    resultOf: ResultOf,
  ): Promise<EnginePreview | undefined>;
  /** Keeps a preview that a status could not show. The next status takes it. */
  keep(key: string, preview: EnginePreview | undefined): void;
  take(key: string): EnginePreview | undefined;
  forget(key: string): void;
}

/** The file of a step that is done. */
export type ResultOf = (ordinal: number) => Promise<Uint8Array>;

interface Sheet {
  readonly pictures: Map<number, RawPicture>;
  /** When steps without a preview were first seen done. Infinity once their result was requested. */
  readonly doneMs: Map<number, number>;
}

const resultAfterMs = 1_000;
const resultTimeoutMs = 5_000;
const cells = 4;
const cellEdge = 256;
/** How many tasks in progress can have a sheet at the same time. A sheet has a megabyte. */
const maxSheets = 64;

export function openLiveSheets(clock: Pick<Clock, 'now'> = systemClock): LiveSheets {
  // A task whose lease was lost is never forgotten.
  const sheets = new LRUCache<string, Sheet>({ max: maxSheets });
  const unseenPreviews = new LRUCache<string, EnginePreview>({ max: maxSheets });
  return {
    add: async ({ key, plan, steps }, previews, resultOf) => {
      const [preview] = previews.values();
      if (!preview) return undefined;
      if (plan.steps.length !== cells || plan.steps.some(({ count }) => count > 1)) return preview;
      const sheet = sheets.get(key) ?? { pictures: new Map(), doneMs: new Map() };
      sheets.set(key, sheet);
      for (const [ordinal, { bytes }] of previews) await setCell(sheet, ordinal, async () => bytes);
      for (const [ordinal, { state }] of steps.entries()) {
        if (state !== 'done' || sheet.pictures.has(ordinal)) continue;
        const doneMs = sheet.doneMs.get(ordinal) ?? clock.now();
        const isDue = clock.now() - doneMs >= resultAfterMs;
        sheet.doneMs.set(ordinal, isDue ? Number.POSITIVE_INFINITY : doneMs);
        if (!isDue) continue;
        void setCell(sheet, ordinal, () => resultOf(ordinal));
      }
      return sheet.pictures.size === 0 ? undefined : drawSheet(sheet.pictures);
    },
    keep: (key, preview) => {
      if (preview) unseenPreviews.set(key, preview);
    },
    take: key => {
      const preview = unseenPreviews.get(key);
      unseenPreviews.delete(key);
      return preview;
    },
    forget: key => {
      sheets.delete(key);
      unseenPreviews.delete(key);
    },
  };
}

/** Reads the pictures of steps that are done, with a short time limit, because they are only previews. */
export function createResultReader(engine: StepEngine, { steps }: PlanHandle, signal: AbortSignal): ResultOf {
  return async ordinal => {
    const step = steps[ordinal];
    const file = step?.state === 'done' ? step.media[0] : undefined;
    if (step?.state !== 'done' || file?.kind !== 'picture')
      throw new EngineError('engine_error', reason('step_without_picture'));
    const readSignal = AbortSignal.any([signal, AbortSignal.timeout(resultTimeoutMs)]);
    return readAll(await engine.open(step.handle, file, readSignal), readSignal);
  };
}

/** Leaves the cell blank if the file is no picture or cannot be read, because it is only a preview. */
async function setCell({ pictures }: Sheet, ordinal: number, read: () => Promise<Uint8Array>): Promise<void> {
  const picture = await read()
    .then(decodePicture)
    .then(fullPicture => fitTo(fullPicture, cellSize(fullPicture)))
    .catch(() => undefined);
  if (picture) pictures.set(ordinal, picture);
}

async function drawSheet(sheet: ReadonlyMap<number, RawPicture>): Promise<EnginePreview> {
  const [firstPicture] = sheet.values() as Iterable<RawPicture>;
  const { width, height } = firstPicture as RawPicture;
  const blank = { data: new Uint8Array(width * height * 4).fill(0xe6), width, height };
  const pictures: RawPicture[] = [];
  for (let ordinal = 0; ordinal < cells; ordinal++)
    pictures.push(await fitTo(sheet.get(ordinal) ?? blank, { width, height }));
  const picture = makeSheet(pictures);
  const bytes = await encodeWebp(picture);
  return { contentType: 'image/webp', bytes, width: picture.width, height: picture.height };
}

/** Returns a size small enough that the sheet can be drawn again with each step. */
function cellSize({ width, height }: RawPicture) {
  const scale = Math.min(1, cellEdge / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
