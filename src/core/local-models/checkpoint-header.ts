/**
 * Reads the names and shapes of the tensors of a checkpoint from its header: of safetensors and of
 * GGUF. Nothing else of it is read.
 */
import { open } from 'node:fs/promises';

/**
 * Name -> dimensions, in the order of the file: GGUF has the innermost one first, safetensors the outermost.
 */
export type TensorShapes = ReadonlyMap<string, readonly number[]>;

/** A header that is larger belongs to no model of pictures. */
const maxHeaderBytes = 64 * 1024 * 1024;
const maxTensors = 100_000;

/** Throws an Error with a sentence if it is neither format. */
export async function readTensorShapes(file: string): Promise<TensorShapes> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, maxHeaderBytes));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    const header = bytes.subarray(0, bytesRead);
    return header.toString('latin1', 0, 4) === 'GGUF' ? ggufShapes(header) : safetensorsShapes(header);
  } catch (error) {
    if (error instanceof HeaderError) throw error;
    throw new HeaderError('It is neither a safetensors nor a GGUF file, or it is damaged.', { cause: error });
  } finally {
    await handle.close();
  }
}

export class HeaderError extends Error {
  override readonly name = 'HeaderError';
}

function safetensorsShapes(bytes: Buffer): TensorShapes {
  const length = Number(bytes.readBigUInt64LE(0));
  if (length <= 0 || length > bytes.length - 8)
    throw new HeaderError('It is not a safetensors or GGUF file.');
  const header = JSON.parse(bytes.toString('utf8', 8, 8 + length)) as Record<
    string,
    { readonly shape?: unknown }
  >;
  const shapes = new Map<string, readonly number[]>();
  for (const [name, { shape }] of Object.entries(header))
    if (Array.isArray(shape)) shapes.set(name, shape.map(Number));
  return shapes;
}

/** https://github.com/ggml-org/ggml/blob/master/docs/gguf.md */
function ggufShapes(bytes: Buffer): TensorShapes {
  const reader = openReader(bytes);
  const tensors = reader.int64();
  const values = reader.int64();
  if (tensors > maxTensors || values > maxTensors) throw new HeaderError('Its header is damaged.');
  for (let index = 0; index < values; index++) {
    reader.text();
    reader.skip(reader.int32());
  }
  const shapes = new Map<string, readonly number[]>();
  for (let index = 0; index < tensors; index++) {
    const name = reader.text();
    const dimensions = Array.from({ length: reader.int32() }, () => reader.int64());
    shapes.set(name, dimensions);
    // Its type and its place.
    reader.move(4 + 8);
  }
  return shapes;
}

const [stringType, arrayType] = [8, 9];
/**
 * How many bytes a value of each type has, for the types 0 … 12. Strings and arrays have their own length.
 */
const typeBytes = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];

function openReader(bytes: Buffer) {
  // After the magic and the version.
  let position = 8;
  const reader = {
    move: (count: number) => {
      position += count;
      if (position > bytes.length) throw new HeaderError('Its header is damaged.');
    },
    int32: () => {
      const value = bytes.readUInt32LE(position);
      position += 4;
      return value;
    },
    int64: () => {
      const value = Number(bytes.readBigUInt64LE(position));
      position += 8;
      return value;
    },
    text: () => {
      const length = reader.int64();
      const start = position;
      reader.move(length);
      return bytes.toString('utf8', start, position);
    },
    skip: (type: number): void => {
      if (type === stringType) return void reader.text();
      if (type !== arrayType) return reader.move(typeBytes[type] ?? Infinity);
      const inner = reader.int32();
      const count = reader.int64();
      if (inner !== stringType) return reader.move(count * (typeBytes[inner] ?? Infinity));
      for (let index = 0; index < count; index++) reader.text();
    },
  };
  return reader;
}
