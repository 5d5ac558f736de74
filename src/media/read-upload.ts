/** Pictures that a client sent: checked for what they really are before anything else sees them. */
import { inspectPicture, makeThumbnail, PictureError } from './picture.ts';

export interface UploadLimits {
  readonly maxBytes: number;
  /** Pixels a side. */
  readonly minEdge: number;
  readonly maxEdge: number;
}

export type UploadProblem =
  | 'empty'
  | 'not_base64'
  | 'too_many_bytes'
  | 'kind_refused'
  | 'too_small'
  | 'too_many_pixels'
  | 'damaged';

export type Upload =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array;
      /** From the bytes, whatever the client claimed. */
      readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
      /** As shown, upright. */
      readonly width: number;
      readonly height: number;
    }
  /** The reason says what is wrong and what is allowed, for the client to read. */
  | { readonly ok: false; readonly code: UploadProblem; readonly reason: string };

export const uploadLimits: UploadLimits = { maxBytes: 10 * 1024 * 1024, minEdge: 8, maxEdge: 8192 };

/**
 * Base64 with or without a data URL around it. Its media type is not believed, so a wrong one or none does not matter.
 * Line breaks, missing padding and the alphabet of URLs are accepted.
 */
export async function readBase64Picture(text: string, limits: UploadLimits): Promise<Upload> {
  const prefix = /^\s*data:([^,]{0,200}),/i.exec(text);
  if (prefix && !/;\s*base64\s*$/i.test(prefix[1] ?? ''))
    return refuse('not_base64', 'The data URL is not base64. Allowed: data:image/png;base64,…');
  // Before anything is copied: 4 characters are 3 bytes, and a line break is at most every second character.
  if (text.length > limits.maxBytes * 4) return refuseBytes(limits);
  const base64 = text.slice(prefix?.[0].length ?? 0).replace(/\s+/g, '');
  if (!/^[\w+/-]*={0,2}$/.test(base64) || base64.replace(/=+$/, '').length % 4 === 1)
    return refuse('not_base64', 'This is not base64. Allowed: a data URL, or base64 alone.');
  return checkPicture(Buffer.from(base64, 'base64'), limits);
}

/** The part that bytes from everywhere go through. Decodes the whole picture once, so that damage shows. */
export async function checkPicture(bytes: Uint8Array, limits: UploadLimits): Promise<Upload> {
  if (bytes.length === 0) return refuse('empty', 'The picture is empty.');
  if (bytes.length > limits.maxBytes) return refuseBytes(limits);
  try {
    const { format, width, height } = await inspectPicture(bytes);
    const size = `The picture is ${width}x${height} pixels.`;
    if (Math.min(width, height) < limits.minEdge)
      return refuse('too_small', `${size} Allowed: at least ${limits.minEdge} a side.`);
    if (Math.max(width, height) > limits.maxEdge)
      return refuse('too_many_pixels', `${size} Allowed: at most ${limits.maxEdge} a side.`);
    // The smallest picture that still takes decoding every pixel: in strips, never all of them in memory at once.
    await makeThumbnail(bytes, 8);
    return { ok: true, bytes, contentType: `image/${format}`, width, height };
  } catch (error) {
    if (error instanceof PictureError) return refusePicture(error, { bytes, limits });
    throw error;
  }
}

function refusePicture(
  { code }: PictureError,
  { bytes, limits }: { bytes: Uint8Array; limits: UploadLimits },
): Upload {
  if (code === 'not_a_picture')
    return refuse('kind_refused', `This is ${kindOf(bytes)}. Allowed: PNG, JPEG, WebP, GIF.`);
  if (code === 'too_large')
    return refuse(
      'too_many_pixels',
      `The picture has too many pixels. Allowed: at most ${limits.maxEdge} a side.`,
    );
  return refuse('damaged', 'The picture is damaged or incomplete. Send the whole file again.');
}

function refuseBytes({ maxBytes }: UploadLimits): Upload {
  const megabytes = Math.floor((maxBytes / 1024 / 1024) * 10) / 10;
  return refuse('too_many_bytes', `The picture is too large. Allowed: at most ${megabytes} MB.`);
}

function refuse(code: UploadProblem, reason: string): Upload {
  return { ok: false, code, reason };
}

/** Only for the sentence that refuses it: what people send by mistake, by its first bytes. */
const knownKinds: readonly (readonly [RegExp, string])[] = [
  [/^(\xef\xbb\xbf)?\s*(<\?xml[^]*)?<svg/i, 'an SVG'],
  [/^(\xef\xbb\xbf)?\s*(<!--[^]*)?<(!doctype html|html|head|body)/i, 'an HTML page'],
  [/^%PDF-/, 'a PDF'],
  [/^(II\*\0|MM\0\*)/, 'a TIFF'],
  [/^BM[^]{4}\0{4}/, 'a BMP'],
  [/^[^]{4}ftyp(heic|heix|hevc|mif1|msf1)/, 'a HEIC'],
  [/^[^]{4}ftypavi[fs]/, 'an AVIF'],
  [/^[^]{4}ftyp|^[^]E\xdf\xa3/, 'a video'],
];

function kindOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1');
  return knownKinds.find(([signature]) => signature.test(start))?.[1] ?? 'not a picture that is known here';
}
