/** Reads how H.264 is coded: whole frames or fields, and in which samples (ITU-T H.264, 7.3.2.1.1). */

/** Profiles whose parameter sets name the sampling and the bits, and may have scaling lists. */
const profilesWithSampling = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];

/**
 * Whether a sequence parameter set is of whole frames with 8 bits in 4:2:0. Also true for one that cannot be
 * read, so that the decoder reports that it is damaged.
 */
export function isProgressive420(unit: Uint8Array): boolean {
  const bits = new BitReader(withoutEmulation(unit));
  try {
    const profile = bits.read(16) & 0xff;
    bits.read(16);
    bits.readGolomb();
    if (profilesWithSampling.includes(profile) && !isSampled8Bit420(bits)) return false;
    bits.readGolomb();
    skipOrder(bits);
    bits.readGolomb();
    bits.read(1);
    bits.readGolomb();
    bits.readGolomb();
    return bits.read(1) === 1;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

function isSampled8Bit420(bits: BitReader): boolean {
  if (bits.readGolomb() !== 1 || bits.readGolomb() !== 0 || bits.readGolomb() !== 0) return false;
  bits.read(1);
  if (bits.read(1) === 1)
    for (let list = 0; list < 8; list++) if (bits.read(1) === 1) skipScaling(bits, list);
  return true;
}

function skipScaling(bits: BitReader, list: number): void {
  let [last, next] = [8, 8];
  for (let index = list < 6 ? 16 : 64; index > 0 && next !== 0; index--) {
    next = (last + bits.readSignedGolomb() + 256) % 256;
    last = next || last;
  }
}

/** Skips the fields that define how the order of frames is coded. */
function skipOrder(bits: BitReader): void {
  const kind = bits.readGolomb();
  if (kind === 0) bits.readGolomb();
  if (kind !== 1) return;
  bits.read(1);
  bits.readGolomb();
  bits.readGolomb();
  for (let count = bits.readGolomb(); count > 0; count--) bits.readGolomb();
}

/** Removes the third byte of 0, 0, 3, which only keeps start codes from appearing by accident. */
function withoutEmulation(unit: Uint8Array): Uint8Array {
  return unit.filter((byte, index) => byte !== 3 || unit[index - 1] !== 0 || unit[index - 2] !== 0);
}

/** Throws a RangeError at the end. */
class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index++, this.#at++) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new RangeError('The parameter set ends too early.');
      value = (value << 1) | ((byte >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  readGolomb(): number {
    let zeros = 0;
    while (this.read(1) === 0) if (++zeros > 24) throw new RangeError('A number is too large.');
    return (1 << zeros) - 1 + this.read(zeros);
  }

  readSignedGolomb(): number {
    const code = this.readGolomb();
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
  }
}
