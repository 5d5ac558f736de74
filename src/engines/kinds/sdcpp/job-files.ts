/** The files of a completed job. */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';
import { detectClipType } from '../../../media/formats/clip-types.ts';
import { inspectPicture } from '../../../media/picture/picture.ts';
import type { HeldFile } from '../../adapter-kit/answers/held-answers.ts';
import type { JobState } from './job-state.ts';

export interface ExpectedFiles {
  readonly count: number;
  /** The size of clips. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** Throws EngineError `engine_error` if anything that was asked for is missing. */
export async function jobFiles({ result }: JobState, { count, size }: ExpectedFiles): Promise<HeldFile[]> {
  if (size) return [toClip(result, size)];
  const images = result?.images ?? [];
  if (images.length < count)
    throw unusable(reason('images_missing', { found: images.length, wanted: count }));
  return Promise.all(
    images.slice(0, count).map(({ b64_json: data }) => toPicture(Buffer.from(data, 'base64'))),
  );
}

async function toPicture(bytes: Uint8Array): Promise<HeldFile> {
  try {
    const { format, width, height } = await inspectPicture(bytes);
    return { kind: 'picture', contentType: `image/${format}`, width, height, bytes };
  } catch (cause) {
    throw unusable(reason('picture_other'), cause);
  }
}

/** What the clip really is, is found out when it is taken in. */
function toClip(result: JobState['result'], size: { width: number; height: number }): HeldFile {
  const { b64_json: data = '', fps = 0, frame_count: frames = 0 } = result ?? {};
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length === 0 || frames === 0 || fps === 0) throw unusable(reason('clip_none'));
  const contentType = detectClipType(bytes) ?? 'video/webm';
  const durationMs = Math.round((frames / fps) * 1000);
  return { kind: 'clip', contentType, ...size, durationMs, framesPerSecond: fps, bytes };
}

function unusable(reason: Reason, cause?: unknown): EngineError {
  return new EngineError('engine_error', reason, { retryable: true, cause });
}
