/** Writes the provenance of a picture or clip into the file itself, and reads it back. */
import { digitalSourceTypes } from './digital-source-type.ts';
import type { ClipTags } from './clip-tags.ts';
import type { Provenance } from './provenance-record.ts';
import {
  findXmp,
  MAX_JPEG_XMP_BYTES,
  putIntoJpeg,
  putIntoMp4,
  putIntoPng,
  detectStampedFormat,
  UnstampableFile,
} from './xmp-carriers.ts';
import { readXmpRecord, writeXmpPacket } from './xmp-packet.ts';

/**
 * Returns a copy of a PNG, JPEG or MP4 with the provenance as XMP (in a PNG also as a plain text chunk
 * `parameters`). The media is not encoded again, and an earlier XMP packet is replaced. A JPEG has room
 * for 64 KB, so if necessary the parameters are left out and the prompt is cut. Throws UnstampableFile
 * for other formats and broken files.
 */
export function stampProvenance(bytes: Uint8Array, provenance: Provenance): Uint8Array {
  switch (detectStampedFormat(bytes)) {
    case 'png':
      return putIntoPng(bytes, writeXmpPacket(provenance), plainText(provenance));
    case 'jpeg':
      return putIntoJpeg(bytes, packetForJpeg(provenance));
    case 'mp4':
      return putIntoMp4(bytes, writeXmpPacket(provenance));
    case undefined:
      throw new UnstampableFile('Only PNG, JPEG and MP4 files can carry provenance.');
  }
}

/**
 * Reads what `stampProvenance` wrote, or what the tags of a WebM or Matroska file carry. Returns undefined if
 * the file is not ours or not readable. Never throws, so it is safe for untrusted bytes.
 */
export function readProvenance(bytes: Uint8Array): Provenance | undefined {
  const record = readXmpRecord(findXmp(bytes) ?? '');
  if (record === undefined) return undefined;
  try {
    const provenance: unknown = JSON.parse(record);
    return isProvenance(provenance) ? provenance : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The tags that players show for a clip, and the XMP packet for containers that `stampProvenance` does not
 * know.
 */
export function clipTags(provenance: Provenance): ClipTags {
  const { prompt, createdAt } = provenance;
  const title = prompt.length > 120 ? `${prompt.slice(0, 120)}…` : prompt;
  return { title, comment: plainText(provenance), createdAt, xmp: writeXmpPacket(provenance) };
}

function plainText(provenance: Provenance): string {
  return `${provenance.prompt}\n${describeFacts(provenance)}`;
}

function describeFacts({ seed, model, engine, digitalSourceType, taskId }: Provenance): string {
  return `Seed: ${seed}, Model: ${model}, Engine: ${engine}, Source: ${digitalSourceType}, Task: ${taskId}, Made by: Kinora`;
}

function packetForJpeg(provenance: Provenance): string {
  const withoutParameters = { ...provenance, parameters: {} };
  // A character of the prompt is at most 6 bytes in each of three places: 3,000 always fit.
  const withCutPrompt = { ...withoutParameters, prompt: `${provenance.prompt.slice(0, 3000)}…` };
  const packets = [provenance, withoutParameters, withCutPrompt].map(writeXmpPacket);
  const fittingPacket = packets.find(packet => Buffer.byteLength(packet) <= MAX_JPEG_XMP_BYTES);
  if (fittingPacket === undefined) throw new UnstampableFile('The provenance is too large for a JPEG.');
  return fittingPacket;
}

function isProvenance(value: unknown): value is Provenance {
  if (typeof value !== 'object' || value === null) return false;
  const { parameters, seed, digitalSourceType, ...texts } = value as Partial<
    Record<keyof Provenance, unknown>
  >;
  return (
    [texts.engine, texts.model, texts.prompt, texts.taskId, texts.createdAt].every(
      text => typeof text === 'string',
    ) &&
    typeof seed === 'number' &&
    typeof parameters === 'object' &&
    parameters !== null &&
    digitalSourceTypes.some(type => type === digitalSourceType)
  );
}
