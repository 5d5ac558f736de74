/**
 * The files of finished tasks: fetched from the addresses in the record, and cut, if four pictures are in
 * one.
 */
import { reason } from '@kinora/shared/errors/reason';
import { LRUCache } from 'lru-cache';
import { cutReturned } from '../../../media/picture/cut-sheet.ts';
import { type RawPicture, toPng } from '../../../media/picture/picture.ts';
import { countCandidates, type EngineJob } from '../../contract/engine-job.ts';
import { EngineError } from '../../contract/engine-error.ts';
import { readReceivedFile, type ReceivedFile } from '../../../media/storage/waiting-files.ts';
import type { EngineMedia } from '../../contract/engine-media.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import { listClipUrls, listPictureUrls, type UpstreamRecord } from './record.ts';
import type { Upstream } from './upstream.ts';

export interface FileDependencies {
  readonly upstream: Upstream;
  readonly results: ResultFiles;
  /** The name of the instance. */
  readonly name: string;
}

export interface TaskFiles {
  /** Throws EngineError or UnusableMedia. */
  open(id: string, media: EngineMedia, signal: AbortSignal): Promise<ReceivedFile>;
}

/** Sheets that are being saved: all four pictures of one are asked for in turn. */
const keptBytes = 96 * 1024 * 1024;
const sizeOnDisk = 64 * 1024;

/** Returns what the record promises for the job, or undefined if it has too few files. */
export function listMedia(job: EngineJob, record: UpstreamRecord): readonly EngineMedia[] | undefined {
  const count = countCandidates(job);
  const { kind, width, height, seconds = 0, framesPerSecond = 24 } = job;
  if (kind === 'clip') {
    if (listClipUrls(record).length < count) return undefined;
    const clip = { kind: 'clip', contentType: 'video/mp4', width, height, framesPerSecond } as const;
    return Array.from({ length: count }, (_, ref) => ({
      ...clip,
      durationMs: seconds * 1000,
      ref: { count, file: ref },
    }));
  }
  // The upstream makes four, of which the job may need fewer.
  const candidateCount = countCandidates({ kind });
  const urls = listPictureUrls(record, candidateCount);
  if (urls.length === 0) return undefined;
  const isSheet = urls.length < candidateCount;
  const picture = { kind: 'picture', contentType: 'image/png', width, height } as const;
  return Array.from({ length: count }, (_, index) => ({
    ...picture,
    ...(isSheet && { cell: index }),
    ref: { count: candidateCount, file: isSheet ? 0 : index },
  }));
}

/**
 * `count`: the number of pictures or clips that the upstream makes. `cell`: of a task that an earlier
 * version of this server followed, which expects the cell as a file. A type, not an interface, so
 * that it can be stored as JSON.
 */
type Ref = { readonly count: number; readonly file: number; readonly cell?: number };

export function openTaskFiles({ upstream, results, name }: FileDependencies): TaskFiles {
  const sheets = new LRUCache<string, ReceivedFile>({
    maxSize: keptBytes,
    // One that waits on disk takes no memory.
    sizeCalculation: file => (file instanceof Uint8Array ? file.length || 1 : sizeOnDisk),
  });
  const download = (url: string, signal: AbortSignal) => {
    const { client, url: base } = upstream;
    return results.receive(url, { client, url: base, name, signal });
  };
  /** The addresses are asked for again: they expire, and what signs them is stored nowhere. */
  async function findAddress(id: string, { kind, ref }: EngineMedia, signal: AbortSignal): Promise<string> {
    const record = await upstream.record(id, signal);
    const { count, file } = ref as Ref;
    const urls = record && (kind === 'clip' ? listClipUrls(record) : listPictureUrls(record, count));
    const address = urls?.[file];
    if (!address) throw new EngineError('engine_error', reason('upstream_file_gone'));
    return address;
  }
  return {
    async open(id, media, signal) {
      const { cell: oldCell } = media.ref as Ref;
      const { cell = oldCell } = media;
      if (cell === undefined) return download(await findAddress(id, media, signal), signal);
      // Each try begins with the first cell: it fetches a sheet again that was damaged.
      const cachedSheet = cell === 0 ? undefined : sheets.get(id);
      const isUsable = cachedSheet instanceof Uint8Array || cachedSheet?.isClosed === false;
      const sheet = isUsable ? cachedSheet : await download(await findAddress(id, media, signal), signal);
      if (cell === lastCell) sheets.delete(id);
      else sheets.set(id, sheet);
      return oldCell === undefined ? sheet : cutCell(await readReceivedFile(sheet), oldCell);
    },
  };
}

const lastCell = 3;

async function cutCell(sheet: Uint8Array, cell: number): Promise<Uint8Array> {
  const [picture] = await cutReturned(sheet, [cell]);
  return toPng(picture as RawPicture);
}
