import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readCheckpointFamily } from './checkpoint-family.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-checkpoint-'));
});
after(() => rm(folder, { recursive: true }));

const families = [
  'sd1',
  'sdxl',
  'flux2-klein',
  'z-image',
  'qwen-image',
  'qwen-image-edit',
  'wan-2.1',
  'ltx-2.3',
];

type Shapes = Readonly<Record<string, readonly number[]>>;

function safetensors(shapes: Shapes): Buffer {
  const header = JSON.stringify({
    __metadata__: { format: 'pt' },
    ...Object.fromEntries(
      Object.entries(shapes).map(([name, shape]) => [name, { dtype: 'F16', shape, data_offsets: [0, 2] }]),
    ),
  });
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, Buffer.from(header), Buffer.alloc(2)]);
}

const int32 = (value: number) => Buffer.from(new Uint32Array([value]).buffer);
const int64 = (value: number) => Buffer.from(new BigUint64Array([BigInt(value)]).buffer);
const text = (value: string) => Buffer.concat([int64(value.length), Buffer.from(value)]);

/** With a value of each type that matters to the reader: a text, a number, a list of texts. */
function gguf(shapes: Shapes): Buffer {
  const tensors = Object.entries(shapes);
  return Buffer.concat([
    Buffer.from('GGUF'),
    int32(3),
    int64(tensors.length),
    int64(3),
    text('general.architecture'),
    int32(8),
    text('any'),
    text('general.file_type'),
    int32(4),
    int32(2),
    text('tokens'),
    int32(9),
    int32(8),
    int64(2),
    text('a'),
    text('bc'),
    ...tensors.flatMap(([name, shape]) => [
      text(name),
      int32(shape.length),
      ...shape.map(int64),
      int32(2),
      int64(0),
    ]),
  ]);
}

async function detectFrom(bytes: Buffer, name = 'file.bin'): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, bytes);
  return readCheckpointFamily(file, families);
}

test('the family of a checkpoint is read from its header', async () => {
  const inner = 'transformer_blocks.0.attn2.to_k.weight';
  const sd1 = { [`model.diffusion_model.input_blocks.1.1.${inner}`]: [320, 768] };
  assert.equal(await detectFrom(safetensors(sd1)), 'sd1');
  const sdxl = { [`model.diffusion_model.input_blocks.4.1.${inner}`]: [640, 2048] };
  assert.equal(await detectFrom(safetensors(sdxl)), 'sdxl');
  const klein = { 'double_stream_modulation_img.lin.weight': [3072, 18_432] };
  assert.equal(await detectFrom(gguf(klein)), 'flux2-klein');
  const qwen = { 'transformer_blocks.0.img_mod.1.weight': [3072, 18_432] };
  assert.equal(await detectFrom(gguf(qwen)), 'qwen-image');
  assert.equal(await detectFrom(gguf(qwen), 'Qwen_Image_Edit-Q4.gguf'), 'qwen-image-edit');
  assert.equal(await detectFrom(gguf({ 'blocks.0.cross_attn.k.weight': [1536, 1536] })), 'wan-2.1');
});

test('an unknown family, another file and a damaged header are rejected', async () => {
  const large = { 'double_stream_modulation_img.lin.weight': [6144, 36_864] };
  const damagedFile = gguf(large);
  damagedFile.writeBigUInt64LE(2n ** 40n, 8);
  for (const bytes of [
    gguf(large),
    safetensors({ 'lora_unet.weight': [1] }),
    gguf({ 'blocks.0.cross_attn.k.weight': [3072] }),
    damagedFile,
    gguf(large).subarray(0, 60),
    Buffer.from('<html>'),
    Buffer.alloc(0),
    Buffer.alloc(100, 0xff),
  ])
    await assert.rejects(detectFrom(bytes), { code: 'local_checkpoint_unknown' });
});
