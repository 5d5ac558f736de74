/** Checks pictures that a client sent, before anything else uses them. */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { maxParts } from '../formats/max-parts.ts';
import { detectFormat } from './picture-file.ts';
import { checkPixels, inspectPicture, maxDecodeBytes, maxScans, PictureError } from './picture.ts';

export interface UploadLimits {
  readonly maxBytes: number;
  /** Minimum and maximum of width and height, in pixels. */
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
  | 'too_costly'
  | 'damaged';

export type Upload =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array;
      /** Detected from the bytes, regardless of what the client claimed. */
      readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
      /** Size of the upright picture. */
      readonly width: number;
      readonly height: number;
    }
  /** The reason is for the client: what is wrong and what is allowed. */
  | { readonly ok: false; readonly code: UploadProblem; readonly reason: Reason };

export const uploadLimits: UploadLimits = { maxBytes: 10 * 1024 * 1024, minEdge: 8, maxEdge: 8192 };

/**
 * Reads Base64, with or without a data URL prefix. The media type of the prefix is ignored, so it may be
 * wrong or absent. Line breaks, missing padding and the URL-safe alphabet are accepted.
 */
export async function readBase64Picture(text: string, limits: UploadLimits, holder: string): Promise<Upload> {
  const prefix = /^\s*data:([^,]{0,200}),/i.exec(text);
  if (prefix && !/;\s*base64\s*$/i.test(prefix[1] ?? ''))
    return rejectUpload('not_base64', reason('upload_data_url'));
  // Checked before anything is copied.
  if (text.length > maxBase64Length(limits)) return rejectBytes(limits);
  const bytes = decodeBase64(text.slice(prefix?.[0].length ?? 0));
  if (!bytes) return rejectUpload('not_base64', reason('upload_not_base64'));
  return checkPicture(bytes, limits, holder);
}

/**
 * No picture within the limits has more: 4 characters are 3 bytes, and one line break in 16 characters is
 * more than any encoder writes.
 */
export function maxBase64Length({ maxBytes }: UploadLimits): number {
  return Math.floor(maxBytes * 1.5 + 1000);
}

/**
 * Returns undefined if the text has other characters. Node leaves them out when it decodes,
 * so that the bytes are fewer.
 */
function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  const end = text.slice(-64).replace(/\s+/g, '');
  const padding = end.endsWith('==') ? 2 : Number(end.endsWith('='));
  const isWholeText = (characters: number) => bytes.length === decodedLength(characters - padding);
  return isWholeText(text.length) || isWholeText(text.length - countSpaces(text)) ? bytes : undefined;
}

/**
 * The number of bytes that the characters stand for. Returns undefined if no bytes have so many characters.
 */
function decodedLength(characters: number): number | undefined {
  return characters % 4 === 1 ? undefined : Math.floor((characters * 3) / 4);
}

/** Counts spaces, tabs and line breaks. A pattern would take ten times as long. */
function countSpaces(text: string): number {
  let spaces = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) spaces++;
  }
  return spaces;
}

/**
 * Checks the bytes of a picture from any source. Decodes it once completely, to detect damage. `holder` is
 * the token that sends it: each gets the same share of the decoders.
 */
export async function checkPicture(bytes: Uint8Array, limits: UploadLimits, holder: string): Promise<Upload> {
  if (bytes.length === 0) return rejectUpload('empty', reason('upload_empty'));
  if (bytes.length > limits.maxBytes) return rejectBytes(limits);
  try {
    const format = detectFormat(bytes);
    // Not every engine reads AVIF, and inputs are handed on as they are.
    if (format === 'avif') return rejectKind(bytes);
    const { width, height } = await inspectPicture(bytes, holder);
    if (Math.min(width, height) < limits.minEdge)
      return rejectUpload('too_small', reason('upload_small', { width, height, limit: limits.minEdge }));
    if (Math.max(width, height) > limits.maxEdge)
      return rejectUpload(
        'too_many_pixels',
        reason('upload_large', { width, height, limit: limits.maxEdge }),
      );
    await checkPixels(bytes, holder);
    return { ok: true, bytes, contentType: `image/${format}`, width, height };
  } catch (error) {
    if (error instanceof PictureError) return rejectPicture(error, { bytes, limits });
    throw error;
  }
}

function rejectPicture(
  { code }: PictureError,
  { bytes, limits }: { bytes: Uint8Array; limits: UploadLimits },
): Upload {
  if (code === 'not_a_picture') return rejectKind(bytes);
  if (code === 'too_large')
    return rejectUpload('too_many_pixels', reason('upload_pixels', { limit: limits.maxEdge }));
  if (code === 'too_costly')
    return rejectUpload(
      'too_costly',
      reason('upload_costly', { scans: maxScans, parts: maxParts, megabytes: maxDecodeBytes >> 20 }),
    );
  return rejectUpload('damaged', reason('upload_damaged'));
}

function rejectKind(bytes: Uint8Array): Upload {
  return rejectUpload('kind_refused', kindReason(bytes));
}

function rejectBytes({ maxBytes }: UploadLimits): Upload {
  const megabytes = Math.floor((maxBytes / 1024 / 1024) * 10) / 10;
  return rejectUpload('too_many_bytes', reason('upload_bytes', { megabytes }));
}

function rejectUpload(code: UploadProblem, reason: Reason): Upload {
  return { ok: false, code, reason };
}

/** File types that people send by mistake, by their first bytes. Used only for the reason. */
const knownKinds: readonly (readonly [signature: RegExp, kind: string, kindZh: string])[] = [
  [/^(\xef\xbb\xbf)?\s*(<\?xml[^]*)?<svg/i, 'an SVG', ' SVG'],
  [/^(\xef\xbb\xbf)?\s*(<!--[^]*)?<(!doctype html|html|head|body)/i, 'an HTML page', ' HTML 页面'],
  [/^%PDF-/, 'a PDF', ' PDF'],
  [/^(II\*\0|MM\0\*)/, 'a TIFF', ' TIFF'],
  [/^BM[^]{4}\0{4}/, 'a BMP', ' BMP'],
  [/^[^]{4}ftyp(heic|heix|hevc|mif1|msf1)/, 'a HEIC', ' HEIC'],
  [/^[^]{4}ftypavi[fs]/, 'an AVIF', ' AVIF'],
  [/^[^]{4}ftyp|^[^]E\xdf\xa3/, 'a video', '视频'],
];

function kindReason(bytes: Uint8Array): Reason {
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1');
  const [, kind, kindZh] = knownKinds.find(([signature]) => signature.test(start)) ?? [];
  return kind === undefined ? reason('upload_kind_unknown') : reason('upload_kind', { kind, kindZh });
}
