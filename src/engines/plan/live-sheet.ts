/** Previews of a job whose pictures are made one by one: a sheet of what there is of each. */
import { LRUCache } from 'lru-cache';
import { decodePicture, encodeWebp, makeSheet, type RawPicture } from '../../media/picture/picture.ts';
import { fitTo } from '../../media/picture/fit-picture.ts';
import type { EnginePreview } from '../engine.ts';
import type { PlanHandle } from './plan-handle.ts';

export interface LiveSheets {
  /** The preview of the job after these of its steps. Undefined: there is no new one. */
  add(handle: PlanHandle, previews: ReadonlyMap<number, EnginePreview>): Promise<EnginePreview | undefined>;
  /** Keeps a preview that a status could not show: the next one takes it. */
  keep(key: string, preview: EnginePreview | undefined): void;
  take(key: string): EnginePreview | undefined;
  forget(key: string): void;
}

const cells = 4;
const cellEdge = 256;
/** Of tasks that are made at the same time. A sheet has a megabyte. */
const maxSheets = 64;

export function openLiveSheets(): LiveSheets {
  // A task whose lease was lost is never forgotten.
  const sheets = new LRUCache<string, Map<number, RawPicture>>({ max: maxSheets });
  const kept = new LRUCache<string, EnginePreview>({ max: maxSheets });
  return {
    add: async ({ key, plan }, previews) => {
      const [only] = previews.values();
      if (!only) return undefined;
      if (plan.steps.length !== cells || plan.steps.some(({ count }) => count > 1)) return only;
      const sheet = sheets.get(key) ?? new Map<number, RawPicture>();
      sheets.set(key, sheet);
      for (const [ordinal, { bytes }] of previews) {
        const picture = await decodePicture(bytes).catch(() => undefined);
        if (picture) sheet.set(ordinal, await fitTo(picture, cellSize(picture)));
      }
      return sheet.size === 0 ? undefined : sheetOf(sheet);
    },
    keep: (key, preview) => {
      if (preview) kept.set(key, preview);
    },
    take: key => {
      const preview = kept.get(key);
      kept.delete(key);
      return preview;
    },
    forget: key => {
      sheets.delete(key);
      kept.delete(key);
    },
  };
}

async function sheetOf(sheet: ReadonlyMap<number, RawPicture>): Promise<EnginePreview> {
  const [first] = sheet.values() as Iterable<RawPicture>;
  const { width, height } = first as RawPicture;
  const blank = { data: new Uint8Array(width * height * 4).fill(0xe6), width, height };
  const pictures: RawPicture[] = [];
  for (let ordinal = 0; ordinal < cells; ordinal++)
    pictures.push(await fitTo(sheet.get(ordinal) ?? blank, { width, height }));
  const picture = makeSheet(pictures);
  const bytes = await encodeWebp(picture);
  return { contentType: 'image/webp', bytes, width: picture.width, height: picture.height };
}

/** Small enough to be made again with each step. */
function cellSize({ width, height }: RawPicture) {
  const scale = Math.min(1, cellEdge / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
