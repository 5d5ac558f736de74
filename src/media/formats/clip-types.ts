/**
 * The one list of files that are clips, for all engines: videos, and animations, which become videos when
 * they are stored. Engines that must know before they open a file ask by its name, and then by its bytes,
 * because a WebP or GIF may be either.
 */
import { gifFrames } from './gif-frames.ts';
import { webpChunks } from './webp-chunks.ts';

export type ClipType =
  | 'video/mp4'
  | 'video/quicktime'
  | 'video/webm'
  | 'video/x-matroska'
  | 'image/webp'
  | 'image/gif';

const clipName = /^data:video\/|\.(mp4|m4v|mov|webm|mkv)(\?|#|$)/i;
const pictureName = /^data:image\/(?!webp|gif)|\.(png|jpe?g|avif)(\?|#|$)/i;

/**
 * Returns what the name, address or data URL of a file says that it is, or undefined if only its bytes can
 * tell.
 */
export function kindOfName(name: string): 'clip' | 'picture' | undefined {
  const start = name.startsWith('data:') ? name.slice(0, 32) : name;
  if (clipName.test(start)) return 'clip';
  return pictureName.test(start) ? 'picture' : undefined;
}

/** Returns what kind of clip the bytes are. Returns undefined for a still picture, and for anything else. */
export function detectClipType(bytes: Uint8Array): ClipType | undefined {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP')
    return isAnimatedWebp(bytes) ? 'image/webp' : undefined;
  if (/^GIF8[79]a/.test(start)) return gifFrames(bytes, 2) > 1 ? 'image/gif' : undefined;
  if (start.startsWith('\x1aE\xdf\xa3')) return start.includes('webm') ? 'video/webm' : 'video/x-matroska';
  if (start.slice(4, 8) === 'ftyp') return typeOfBrand(start.slice(8, 12));
  // A QuickTime file of old may begin with any of these.
  return /^(moov|mdat|wide|free|skip)$/.test(start.slice(4, 8)) ? 'video/quicktime' : undefined;
}

/** HEIC and AVIF pictures are files of the same structure. */
function typeOfBrand(brand: string): ClipType | undefined {
  if (brand === 'qt  ') return 'video/quicktime';
  return /^(heic|heix|hevc|heim|heis|mif1|msf1|avif|avis)$/.test(brand) ? undefined : 'video/mp4';
}

function isAnimatedWebp(bytes: Uint8Array): boolean {
  let frames = 0;
  for (const { type } of webpChunks(bytes)) if (type === 'ANMF' && ++frames > 1) return true;
  return false;
}
