/**
 * Turns the H.264 and H.265 of containers, where a length precedes each unit, into
 * Annex B, where a start code does.
 */

export interface ParameterSets {
  /** The bytes in Annex B format. */
  readonly bytes: Uint8Array;
  /** Bytes of the length of each unit in the packets. */
  readonly lengthBytes: number;
  /** The units of `bytes`, without start codes. */
  readonly units: readonly Uint8Array[];
}

const startCode = Uint8Array.of(0, 0, 0, 1);

/** Reads `avcC` (ISO/IEC 14496-15, 5.3.3.1). */
export function readAvcDescription(description: Uint8Array): ParameterSets {
  const file = toBuffer(description);
  const units: Uint8Array[] = [];
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    const count = file.readUInt8(at++) & mask;
    for (let index = 0; index < count; index++) at = takeUnit(file, at, units);
  }
  return { bytes: joinUnits(units), lengthBytes: (file.readUInt8(4) & 3) + 1, units };
}

/** Reads `hvcC` (ISO/IEC 14496-15, 8.3.3.1). */
export function readHevcDescription(description: Uint8Array): ParameterSets {
  const file = toBuffer(description);
  const units: Uint8Array[] = [];
  let at = 23;
  for (let list = file.readUInt8(22); list > 0; list--) {
    const count = file.readUInt16BE(at + 1);
    at += 3;
    for (let index = 0; index < count; index++) at = takeUnit(file, at, units);
  }
  return { bytes: joinUnits(units), lengthBytes: (file.readUInt8(21) & 3) + 1, units };
}

/** Throws a RangeError if a length points outside of the packet. */
export function toAnnexB(packet: Uint8Array, lengthBytes: number): Uint8Array {
  const file = toBuffer(packet);
  const units: Uint8Array[] = [];
  for (let at = 0; at < file.length;) {
    const length = file.readUIntBE(at, lengthBytes);
    at += lengthBytes;
    if (at + length > file.length) throw new RangeError('A unit is longer than its packet.');
    units.push(file.subarray(at, at + length));
    at += length;
  }
  return joinUnits(units);
}

function takeUnit(file: Buffer, position: number, units: Uint8Array[]): number {
  const end = position + 2 + file.readUInt16BE(position);
  units.push(file.subarray(position + 2, end));
  return end;
}

function joinUnits(units: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(units.flatMap(unit => [startCode, unit]));
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
