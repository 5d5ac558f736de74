/** The result of a finished prompt: its files, checked, or its text. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { detectClipType, kindOfName } from '../../../media/formats/clip-types.ts';
import { inspectPicture, PictureError } from '../../../media/picture/picture.ts';
import { EngineError } from '../../contract/engine-error.ts';
import type { EngineMedia } from '../../contract/engine-media.ts';
import type { EngineStatus } from '../../contract/engine-status.ts';
import type { ComfyFiles, FileAddress } from './server/comfy-files.ts';
import { jsonInText } from '../../../platform/lib/text/json-in-text.ts';
import type { JobRecord } from './server/job-record.ts';

export const fileShape = z.object({
  filename: z.string(),
  subfolder: z.string().default(''),
  type: z.string().default('output'),
});

/** The texts of an output node: `PreviewAny` and others have them in the field `text`. */
const textsShape = z.array(z.string()).min(1);

export type OutputFiles = Pick<ComfyFiles, 'view' | 'has'>;

/**
 * Returns the picture or clip of a prompt. If a workflow makes more, such as an export with a batch of its
 * own, the first one is the result, because it has the seed. A picture beside a clip is its preview. Throws
 * EngineError if there is no usable result.
 */
export async function readOutputs(
  job: JobRecord,
  server: OutputFiles,
  signal: AbortSignal,
): Promise<EngineStatus> {
  const nodes = job.markedNodes.length > 0 ? job.markedNodes : Object.keys(job.outputs);
  const outputs = nodes.map(id => job.outputs[id] ?? {});
  const files = outputs.flatMap(listFiles);
  const file = files.find(isNamedClip) ?? files[0];
  if (file) return { state: 'done', media: [await inspectFile(file, server, signal)] };
  const texts = outputs.flatMap(output => textsShape.safeParse(output['text']).data?.join('') ?? []);
  if (texts.length > 0) return { state: 'done', media: [], texts: texts.map(jsonInText) };
  throw new EngineError('engine_error', reason('workflow_without_result'), { retryable: true });
}

/** Nodes list their files under different names. Preview files count only if no file was saved. */
function listFiles(output: Readonly<Record<string, unknown>>): FileAddress[] {
  const files = Object.values(output)
    .flatMap(list => (Array.isArray(list) ? list : []))
    .flatMap(item => fileShape.safeParse(item).data ?? []);
  const savedFiles = files.filter(({ type }) => type === 'output');
  return savedFiles.length > 0 ? savedFiles : files;
}

function isNamedClip({ filename }: FileAddress): boolean {
  return kindOfName(filename) === 'clip';
}

async function inspectFile(
  file: FileAddress,
  server: OutputFiles,
  signal: AbortSignal,
): Promise<EngineMedia> {
  const ref = { ...file };
  const isClip = isNamedClip(file);
  // A clip is fetched once, when it is saved. The core reads its format, size and
  // length, in a process of its own.
  if (isClip && (await server.has(file, signal))) return clipFacts('video/mp4', ref);
  const answer = isClip ? undefined : await server.view(file, signal);
  if (!answer) throw new EngineError('engine_error', reason('workflow_file_gone'), { retryable: true });
  // A WebP or GIF is a picture or a clip: SaveAnimatedWEBP and VHS_VideoCombine save clips as such.
  const animation = detectClipType(answer.bytes);
  if (animation) return clipFacts(animation, ref);
  try {
    return { ...(await pictureFacts(answer.bytes)), ref };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw new EngineError('engine_error', reason('workflow_file_unread'), {
      retryable: true,
      cause: error,
    });
  }
}

function clipFacts(contentType: string, ref: EngineMedia['ref']): EngineMedia {
  return { kind: 'clip', contentType, width: 0, height: 0, ref };
}

async function pictureFacts(bytes: Uint8Array): Promise<Omit<EngineMedia, 'ref'>> {
  const { format, width, height } = await inspectPicture(bytes);
  return { kind: 'picture', contentType: `image/${format}`, width, height };
}
