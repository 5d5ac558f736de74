/** Which family of models a checkpoint belongs to, by the names and shapes of its tensors. */
import { basename } from 'node:path';
import { AppError } from '@kinora/shared/errors/errors';
import { HeaderError, readTensorShapes, type TensorShapes } from './checkpoint-header.ts';

interface Mark {
  readonly family: string;
  /** A part of the name of a tensor that only this architecture has. */
  readonly tensor: string;
  /** One of its dimensions, where it distinguishes sizes of the same architecture. */
  readonly dimension?: number;
  /** In the name of the file, where nothing else distinguishes two models. */
  readonly fileName?: RegExp;
}

/** The first one that fits. */
const marks: readonly Mark[] = [
  { family: 'flux2-klein', tensor: 'double_stream_modulation_img.lin.weight', dimension: 3072 },
  { family: 'z-image', tensor: 'cap_embedder.1.weight', dimension: 2560 },
  { family: 'qwen-image-edit', tensor: 'transformer_blocks.0.img_mod.1.weight', fileName: /edit/i },
  { family: 'qwen-image', tensor: 'transformer_blocks.0.img_mod.1.weight' },
  { family: 'wan-2.1', tensor: 'blocks.0.cross_attn.k.weight', dimension: 1536 },
  { family: 'wan-2.2-ti2v', tensor: 'blocks.0.cross_attn.k.weight', dimension: 3072 },
  { family: 'ltx-2.3', tensor: 'patchify_proj.weight' },
  { family: 'sdxl', tensor: 'input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight', dimension: 2048 },
  { family: 'sd1', tensor: 'input_blocks.1.1.transformer_blocks.0.attn2.to_k.weight', dimension: 768 },
];

/** Throws AppError `local_checkpoint_unknown`. `families`: those of the catalogue. */
export async function readCheckpointFamily(file: string, families: readonly string[]): Promise<string> {
  const family = detectFamily(await readShapes(file), basename(file));
  if (family !== undefined && families.includes(family)) return family;
  const knownFamilies = marks.map(mark => mark.family).filter(one => families.includes(one));
  throw unknownCheckpoint(file, {
    reason: `Its family is not known. Known families: ${knownFamilies.join(', ')}.`,
    reasonZh: `无法识别其系列。已知系列：${knownFamilies.join('、')}。`,
  });
}

/** Returns undefined if it is not known, or the file is no checkpoint. */
export async function findCheckpointFamily(file: string): Promise<string | undefined> {
  const shapes = await readTensorShapes(file).catch(() => undefined);
  return shapes && detectFamily(shapes, basename(file));
}

export function detectFamily(shapes: TensorShapes, fileName: string): string | undefined {
  const names = [...shapes.keys()];
  return marks.find(({ tensor, dimension, fileName: pattern }) => {
    const name = names.find(one => one.endsWith(tensor));
    if (name === undefined || (pattern && !pattern.test(fileName))) return false;
    return dimension === undefined || shapes.get(name)?.includes(dimension) === true;
  })?.family;
}

async function readShapes(file: string): Promise<TensorShapes> {
  try {
    return await readTensorShapes(file);
  } catch (error) {
    if (!(error instanceof HeaderError)) throw error;
    throw unknownCheckpoint(file, {
      reason: error.message,
      reasonZh: '它不是 safetensors 或 GGUF 文件，或已损坏。',
    });
  }
}

function unknownCheckpoint(
  file: string,
  reasons: { readonly reason: string; readonly reasonZh: string },
): AppError {
  return new AppError('local_checkpoint_unknown', { file, ...reasons });
}
