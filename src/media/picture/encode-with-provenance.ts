/** Encodes a stored picture in the format that a client asks for, with the provenance of the stored one. */
import { encodeAs, type DeliveredFormat } from './encode-as.ts';
import { readProvenance, stampProvenance } from '../provenance/provenance.ts';
import { writeXmpPacket } from '../provenance/xmp-packet.ts';

/** A copy is not signed: its signature would be of another file. */
export async function encodeWithProvenance(
  bytes: Uint8Array,
  form: { readonly format: DeliveredFormat; readonly quality: number },
): Promise<Uint8Array> {
  const provenance = readProvenance(bytes);
  if (!provenance) return encodeAs(bytes, form);
  if (form.format === 'webp') return encodeAs(bytes, { ...form, xmp: writeXmpPacket(provenance) });
  const encoded = await encodeAs(bytes, form);
  return encoded === bytes ? bytes : stampProvenance(encoded, provenance);
}
