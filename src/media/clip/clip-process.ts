/**
 * A process that reads one clip from outside and ends. Such a clip may be made to take any time and memory,
 * and decoders are C code, so it is never read in the server's process.
 */
import { reason } from '@kinora/shared/errors/reason';
import { PictureError } from '../picture/picture.ts';
import { type ClipAnswer, type ClipProgress, type ClipWork, doClipWork } from './clip-work.ts';
import { ClipError } from './decode/clip-error.ts';
import { watchProcess } from './watch-process.ts';

const [parent = 0, timeoutMs = 0, maxBytes = 0] = process.argv.slice(2).map(Number);
watchProcess({ parent, timeoutMs, maxBytes });
limitDecoderMemory(512 * 1024 * 1024);
process.once('message', (work: ClipWork) => void answer(work));
process.on('disconnect', () => process.exit());

async function answer(work: ClipWork): Promise<void> {
  const message = await runClipWork(work);
  process.send?.(message, () => process.disconnect());
}

async function runClipWork(work: ClipWork): Promise<ClipAnswer> {
  try {
    return { ok: true, result: await doClipWork(work, sendWhole) };
  } catch (error) {
    const isKnown = error instanceof ClipError || error instanceof PictureError;
    // Decoders and readers fail in many ways at bytes that no one has foreseen.
    return { ok: false, reason: isKnown ? error.reason : reason('clip_unread') };
  }
}

/** Waits until all of it is sent: a decoder may keep this thread busy afterwards. */
function sendWhole(progress: ClipProgress): Promise<void> {
  return new Promise(resolve => void process.send?.(progress, () => resolve()));
}

/**
 * The memory of decoders that grows by this call. OpenH264, which grows by itself, has its limit built in.
 */
function limitDecoderMemory(maxBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  const pageBytes = 65_536;
  WebAssembly.Memory.prototype.grow = function limited(pages) {
    if (this.buffer.byteLength + pages * pageBytes > maxBytes) throw new RangeError('Too much memory.');
    return grow.call(this, pages);
  };
}
