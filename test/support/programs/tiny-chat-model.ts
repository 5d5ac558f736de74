/**
 * Writes a language model with random weights, and a projector with which it reads images, so that a real
 * llama.cpp answers without a download. It writes nonsense, but within the schema that it is given.
 *
 *     node test/support/programs/tiny-chat-model.ts FOLDER    writes chat.gguf and mmproj.gguf, 1 MB together
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Value = number | boolean | string | readonly number[] | readonly string[] | Float32Array;
type Fields = Readonly<Record<string, Value>>;
/** Sides in the order of GGUF: the inner one first. */
type Sides = readonly number[];

const width = 64;
const alignment = 32;
const [folder = '.'] = process.argv.slice(2);
const tokens = vocabulary();
await writeFile(join(folder, 'chat.gguf'), gguf(chatFields(), chatTensors()));
await writeFile(join(folder, 'mmproj.gguf'), gguf(projectorFields(), projectorTensors()));

interface Token {
  readonly text: string;
  /** 1: a piece of text, 2: unknown, 3: control, 6: a byte. */
  readonly type: number;
}

function vocabulary(): Token[] {
  const control = ['<s>', '</s>'].map(text => ({ text, type: 3 }));
  const bytes = Array.from({ length: 256 }, (_, byte) => ({
    text: `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
    type: 6,
  }));
  const letters = Array.from({ length: 94 }, (_, index) => String.fromCodePoint(33 + index));
  const pieces = ['▁', ...letters, '▁fox', '▁red', '▁snow', '▁in', '▁very'];
  return [{ text: '<unk>', type: 2 }, ...control, ...bytes, ...pieces.map(text => ({ text, type: 1 }))];
}

function chatFields(): Fields {
  return {
    'general.architecture': 'llama',
    'general.name': 'tiny',
    'llama.block_count': 2,
    'llama.context_length': 32_768,
    'llama.embedding_length': width,
    'llama.feed_forward_length': 2 * width,
    'llama.attention.head_count': 4,
    'llama.attention.head_count_kv': 4,
    'llama.attention.layer_norm_rms_epsilon': new Float32Array([1e-5]),
    'llama.rope.dimension_count': width / 4,
    'llama.vocab_size': tokens.length,
    'tokenizer.ggml.model': 'llama',
    'tokenizer.ggml.tokens': tokens.map(({ text }) => text),
    'tokenizer.ggml.scores': new Float32Array(tokens.map((_, index) => -index)),
    'tokenizer.ggml.token_type': tokens.map(({ type }) => type),
    'tokenizer.ggml.bos_token_id': 1,
    'tokenizer.ggml.eos_token_id': 2,
    'tokenizer.ggml.unknown_token_id': 0,
    'tokenizer.chat_template':
      "{% for message in messages %}{{ message['role'] }}: {{ message['content'] }}\n{% endfor %}assistant:",
  };
}

function chatTensors(): Map<string, Sides> {
  const tensors = new Map<string, Sides>([
    ['token_embd.weight', [width, tokens.length]],
    ['output_norm.weight', [width]],
    ['output.weight', [width, tokens.length]],
  ]);
  for (const layer of [0, 1]) {
    for (const part of ['attn_norm', 'ffn_norm']) tensors.set(`blk.${layer}.${part}.weight`, [width]);
    for (const part of ['attn_q', 'attn_k', 'attn_v', 'attn_output'])
      tensors.set(`blk.${layer}.${part}.weight`, [width, width]);
    for (const part of ['ffn_gate', 'ffn_up']) tensors.set(`blk.${layer}.${part}.weight`, [width, 2 * width]);
    tensors.set(`blk.${layer}.ffn_down.weight`, [2 * width, width]);
  }
  return tensors;
}

function projectorFields(): Fields {
  return {
    'general.architecture': 'clip',
    'clip.has_vision_encoder': true,
    'clip.projector_type': 'mlp',
    'clip.use_gelu': true,
    'clip.vision.image_size': 56,
    'clip.vision.patch_size': 14,
    'clip.vision.embedding_length': width,
    'clip.vision.feed_forward_length': 2 * width,
    'clip.vision.projection_dim': width,
    'clip.vision.block_count': 2,
    'clip.vision.attention.head_count': 4,
    'clip.vision.attention.layer_norm_epsilon': new Float32Array([1e-5]),
    'clip.vision.image_mean': new Float32Array([0.5, 0.5, 0.5]),
    'clip.vision.image_std': new Float32Array([0.5, 0.5, 0.5]),
  };
}

function projectorTensors(): Map<string, Sides> {
  const tensors = new Map<string, Sides>([
    ['v.patch_embd.weight', [14, 14, 3, width]],
    ['v.position_embd.weight', [width, 16]],
  ]);
  for (const layer of [0, 1]) {
    for (const part of ['attn_q', 'attn_k', 'attn_v', 'attn_out'])
      addLinear(tensors, `v.blk.${layer}.${part}`, [width, width]);
    for (const part of ['ln1', 'ln2']) addLinear(tensors, `v.blk.${layer}.${part}`, [width]);
    addLinear(tensors, `v.blk.${layer}.ffn_up`, [width, 2 * width]);
    addLinear(tensors, `v.blk.${layer}.ffn_down`, [2 * width, width]);
  }
  for (const name of ['mm.0', 'mm.2']) addLinear(tensors, name, [width, width]);
  return tensors;
}

function addLinear(tensors: Map<string, Sides>, name: string, sides: Sides): void {
  tensors.set(`${name}.weight`, sides);
  tensors.set(`${name}.bias`, sides.slice(-1));
}

function gguf(fields: Fields, tensors: Map<string, Sides>): Buffer {
  const data = [...tensors].map(([name, sides]) => pad(tensorValues(name, sides)));
  let offset = 0;
  const table = [...tensors].map(([name, sides], index) => {
    const entry = [encodeText(name), uint32(sides.length), ...sides.map(uint64), uint32(0), uint64(offset)];
    offset += data[index]?.length ?? 0;
    return Buffer.concat(entry);
  });
  const entries = Object.entries(fields);
  const counts = [uint64(tensors.size), uint64(entries.length)];
  const fieldBytes = entries.map(([name, value]) => Buffer.concat([encodeText(name), encodeTyped(value)]));
  const head = Buffer.concat([Buffer.from('GGUF'), uint32(3), ...counts, ...fieldBytes, ...table]);
  return Buffer.concat([pad(head), ...data]);
}

/** An array of one float is a float. */
function encodeTyped(value: Value): Buffer {
  if (typeof value === 'number') return Buffer.concat([uint32(4), uint32(value)]);
  if (typeof value === 'boolean') return Buffer.concat([uint32(7), Buffer.from([Number(value)])]);
  if (typeof value === 'string') return Buffer.concat([uint32(8), encodeText(value)]);
  if (value instanceof Float32Array) {
    const bytes = Buffer.from(value.buffer);
    if (value.length === 1) return Buffer.concat([uint32(6), bytes]);
    return Buffer.concat([uint32(9), uint32(6), uint64(value.length), bytes]);
  }
  const isText = value.some(item => typeof item === 'string');
  const items = value.map(item => (typeof item === 'string' ? encodeText(item) : uint32(item)));
  return Buffer.concat([uint32(9), uint32(isText ? 8 : 5), uint64(value.length), ...items]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function pad(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((alignment - (bytes.length % alignment)) % alignment)]);
}

/**
 * Norms change nothing. The first value of each token is large and stays large, which makes some
 * tokens likelier than others.
 */
function tensorValues(name: string, sides: Sides): Buffer {
  const count = sides.reduce((product, side) => product * side, 1);
  const values = new Float32Array(count);
  const isPlain = sides.length === 1;
  const scale = Math.sqrt(3 / (count / (sides.at(-1) ?? 1)));
  for (let index = 0, state = name.length; index < count; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    values[index] = isPlain ? Number(name.endsWith('weight')) : (state / 2 ** 31 - 1) * scale;
  }
  if (name === 'token_embd.weight') for (let at = 0; at < count; at += width) values[at] = 4;
  if (name === 'output.weight')
    for (const [index, { text }] of tokens.entries()) values[index * width] = likelihood(text);
  return Buffer.from(values.buffer);
}

/**
 * Objects close as soon as they may, and texts close after some words. Bytes would produce text that is not
 * UTF-8, which llama.cpp refuses to return.
 */
function likelihood(text: string): number {
  if (/^<0x|^<unk>|^<s>|^▁$/.test(text)) return -2;
  if (/^[}\]]$/.test(text)) return 2;
  if (text === '"') return 1;
  return /^▁[a-z]+$/.test(text) ? 1.2 : 0;
}
