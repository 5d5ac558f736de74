/**
 * Writes a checkpoint with random weights, so that a real program samples without a download: noise, but
 * of the right size and count.
 *
 *     node test/support/programs/tiny-checkpoint.ts sd1.safetensors        SD 1.5 with 64 channels, 400 MB
 *     node test/support/programs/tiny-checkpoint.ts sd1.safetensors 320 as many channels as the real one,
 *     which a motion module and ComfyUI need
 *     node test/support/programs/tiny-checkpoint.ts motion.safetensors motion a motion module of AnimateDiff,
 *     for clips
 *
 * Tensors have the names and shapes of the original files. stable-diffusion.cpp takes the
 * number of channels from them.
 */
import { open } from 'node:fs/promises';

type Shape = readonly number[];
type Tensors = Map<string, Shape>;

const contextSize = 768;
const encoderChannels = 128;
/** ComfyUI loads no autoencoder with fewer. stable-diffusion.cpp does, and decodes faster then. */
const decoderChannels = process.argv[3] === '320' ? 128 : 32;

const [path = 'sd1.safetensors', content = '64'] = process.argv.slice(2);
await write(path, content === 'motion' ? motionModule() : checkpoint(Number(content)));

function checkpoint(channels: number): Tensors {
  const tensors: Tensors = new Map();
  addTextModel(tensors);
  addUnet(tensors, channels);
  addAutoencoder(tensors);
  return tensors;
}

function linear(tensors: Tensors, name: string, [to, from]: readonly [number, number]): void {
  tensors.set(`${name}.weight`, [to, from]);
  tensors.set(`${name}.bias`, [to]);
}

function conv(tensors: Tensors, name: string, [to, from, side]: readonly [number, number, number]): void {
  tensors.set(`${name}.weight`, [to, from, side, side]);
  tensors.set(`${name}.bias`, [to]);
}

function norm(tensors: Tensors, name: string, size: number): void {
  tensors.set(`${name}.weight`, [size]);
  tensors.set(`${name}.bias`, [size]);
}

function addTextModel(tensors: Tensors): void {
  const root = 'cond_stage_model.transformer.text_model';
  tensors.set(`${root}.embeddings.token_embedding.weight`, [49408, contextSize]);
  tensors.set(`${root}.embeddings.position_embedding.weight`, [77, contextSize]);
  for (let layer = 0; layer < 12; layer++) {
    const name = `${root}.encoder.layers.${layer}`;
    for (const part of ['q_proj', 'k_proj', 'v_proj', 'out_proj'])
      linear(tensors, `${name}.self_attn.${part}`, [contextSize, contextSize]);
    norm(tensors, `${name}.layer_norm1`, contextSize);
    norm(tensors, `${name}.layer_norm2`, contextSize);
    linear(tensors, `${name}.mlp.fc1`, [4 * contextSize, contextSize]);
    linear(tensors, `${name}.mlp.fc2`, [contextSize, 4 * contextSize]);
  }
  norm(tensors, `${root}.final_layer_norm`, contextSize);
}

function addUnet(tensors: Tensors, channels: number): void {
  const root = 'model.diffusion_model';
  const time = 4 * channels;
  linear(tensors, `${root}.time_embed.0`, [time, channels]);
  linear(tensors, `${root}.time_embed.2`, [time, time]);
  conv(tensors, `${root}.input_blocks.0.0`, [channels, 4, 3]);
  const levels = [1, 2, 4, 4].map(factor => factor * channels);
  const skips = [channels];
  let [index, size] = [0, channels];
  for (const [level, to] of levels.entries()) {
    for (let block = 0; block < 2; block++) {
      const name = `${root}.input_blocks.${++index}`;
      addResidual(tensors, `${name}.0`, { from: size, to, time });
      if (level < 3) addAttention(tensors, `${name}.1`, to);
      skips.push((size = to));
    }
    if (level === 3) continue;
    conv(tensors, `${root}.input_blocks.${++index}.0.op`, [size, size, 3]);
    skips.push(size);
  }
  addResidual(tensors, `${root}.middle_block.0`, { from: size, to: size, time });
  addAttention(tensors, `${root}.middle_block.1`, size);
  addResidual(tensors, `${root}.middle_block.2`, { from: size, to: size, time });
  for (let block = 0; block < 12; block++) {
    const level = 3 - Math.floor(block / 3);
    const to = levels[level] ?? channels;
    const name = `${root}.output_blocks.${block}`;
    addResidual(tensors, `${name}.0`, { from: size + (skips.pop() ?? 0), to, time });
    if (level < 3) addAttention(tensors, `${name}.1`, to);
    if (block % 3 === 2 && level > 0) conv(tensors, `${name}.${level < 3 ? 2 : 1}.conv`, [to, to, 3]);
    size = to;
  }
  norm(tensors, `${root}.out.0`, channels);
  conv(tensors, `${root}.out.2`, [4, channels, 3]);
}

interface Residual {
  readonly from: number;
  readonly to: number;
  readonly time: number;
}

function addResidual(tensors: Tensors, name: string, { from, to, time }: Residual): void {
  norm(tensors, `${name}.in_layers.0`, from);
  conv(tensors, `${name}.in_layers.2`, [to, from, 3]);
  linear(tensors, `${name}.emb_layers.1`, [to, time]);
  norm(tensors, `${name}.out_layers.0`, to);
  conv(tensors, `${name}.out_layers.3`, [to, to, 3]);
  if (from !== to) conv(tensors, `${name}.skip_connection`, [to, from, 1]);
}

function addAttention(tensors: Tensors, name: string, size: number): void {
  norm(tensors, `${name}.norm`, size);
  conv(tensors, `${name}.proj_in`, [size, size, 1]);
  conv(tensors, `${name}.proj_out`, [size, size, 1]);
  const block = `${name}.transformer_blocks.0`;
  for (const [part, from] of [
    ['attn1', size],
    ['attn2', contextSize],
  ] as const) {
    tensors.set(`${block}.${part}.to_q.weight`, [size, size]);
    tensors.set(`${block}.${part}.to_k.weight`, [size, from]);
    tensors.set(`${block}.${part}.to_v.weight`, [size, from]);
    linear(tensors, `${block}.${part}.to_out.0`, [size, size]);
  }
  for (const part of ['norm1', 'norm2', 'norm3']) norm(tensors, `${block}.${part}`, size);
  addFeedForward(tensors, `${block}.ff`, size);
}

function addFeedForward(tensors: Tensors, name: string, size: number): void {
  linear(tensors, `${name}.net.0.proj`, [8 * size, size]);
  linear(tensors, `${name}.net.2`, [size, 4 * size]);
}

function addAutoencoder(tensors: Tensors): void {
  const root = 'first_stage_model';
  const factors = [1, 2, 4, 4];
  conv(tensors, `${root}.quant_conv`, [8, 8, 1]);
  conv(tensors, `${root}.post_quant_conv`, [4, 4, 1]);
  let size = encoderChannels;
  conv(tensors, `${root}.encoder.conv_in`, [size, 3, 3]);
  for (const [level, factor] of factors.entries()) {
    const name = `${root}.encoder.down.${level}`;
    for (let block = 0; block < 2; block++) {
      addConvolutions(tensors, `${name}.block.${block}`, [size, factor * encoderChannels]);
      size = factor * encoderChannels;
    }
    if (level < 3) conv(tensors, `${name}.downsample.conv`, [size, size, 3]);
  }
  addMiddle(tensors, `${root}.encoder`, size);
  norm(tensors, `${root}.encoder.norm_out`, size);
  conv(tensors, `${root}.encoder.conv_out`, [8, size, 3]);
  size = 4 * decoderChannels;
  conv(tensors, `${root}.decoder.conv_in`, [size, 4, 3]);
  addMiddle(tensors, `${root}.decoder`, size);
  for (const [level, factor] of [...factors.entries()].reverse()) {
    const name = `${root}.decoder.up.${level}`;
    for (let block = 0; block < 3; block++) {
      addConvolutions(tensors, `${name}.block.${block}`, [size, factor * decoderChannels]);
      size = factor * decoderChannels;
    }
    if (level > 0) conv(tensors, `${name}.upsample.conv`, [size, size, 3]);
  }
  norm(tensors, `${root}.decoder.norm_out`, size);
  conv(tensors, `${root}.decoder.conv_out`, [3, size, 3]);
}

function addMiddle(tensors: Tensors, root: string, size: number): void {
  addConvolutions(tensors, `${root}.mid.block_1`, [size, size]);
  norm(tensors, `${root}.mid.attn_1.norm`, size);
  for (const part of ['q', 'k', 'v', 'proj_out'])
    conv(tensors, `${root}.mid.attn_1.${part}`, [size, size, 1]);
  addConvolutions(tensors, `${root}.mid.block_2`, [size, size]);
}

function addConvolutions(tensors: Tensors, name: string, [from, to]: readonly [number, number]): void {
  norm(tensors, `${name}.norm1`, from);
  conv(tensors, `${name}.conv1`, [to, from, 3]);
  norm(tensors, `${name}.norm2`, to);
  conv(tensors, `${name}.conv2`, [to, to, 3]);
  if (from !== to) conv(tensors, `${name}.nin_shortcut`, [to, from, 1]);
}

function motionModule(): Tensors {
  const tensors: Tensors = new Map();
  const sides = [
    ['down_blocks', [320, 640, 1280, 1280], 2],
    ['up_blocks', [1280, 1280, 640, 320], 3],
  ] as const;
  for (const [side, sizes, count] of sides)
    for (const [level, size] of sizes.entries())
      for (let index = 0; index < count; index++)
        addMotion(tensors, `${side}.${level}.motion_modules.${index}.temporal_transformer`, size);
  return tensors;
}

function addMotion(tensors: Tensors, name: string, size: number): void {
  norm(tensors, `${name}.norm`, size);
  linear(tensors, `${name}.proj_in`, [size, size]);
  linear(tensors, `${name}.proj_out`, [size, size]);
  const block = `${name}.transformer_blocks.0`;
  for (const index of [0, 1]) {
    const attention = `${block}.attention_blocks.${index}`;
    for (const part of ['to_q', 'to_k', 'to_v']) tensors.set(`${attention}.${part}.weight`, [size, size]);
    linear(tensors, `${attention}.to_out.0`, [size, size]);
    tensors.set(`${attention}.pos_encoder.pe`, [1, 32, size]);
    norm(tensors, `${block}.norms.${index}`, size);
  }
  norm(tensors, `${block}.ff_norm`, size);
  addFeedForward(tensors, `${block}.ff`, size);
}

async function write(path: string, tensors: Tensors): Promise<void> {
  const header: Record<string, object> = {};
  let end = 0;
  for (const [name, shape] of tensors) {
    const start = end;
    end += 2 * countValues(shape);
    header[name] = { dtype: 'F16', shape, data_offsets: [start, end] };
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  await using file = await open(path, 'w');
  await file.write(length);
  await file.write(text);
  for (const [name, shape] of tensors) await file.write(tensorValues(name, shape));
}

function countValues(shape: Shape): number {
  return shape.reduce((product, side) => product * side, 1);
}

/**
 * Norms change nothing. Everything else keeps the magnitude of the values, so that
 * none of them becomes infinite.
 */
function tensorValues(name: string, shape: Shape): Uint8Array {
  const count = countValues(shape);
  const isWeight = name.endsWith('.weight');
  if (shape.length === 1) return new Uint8Array(new Float16Array(count).fill(isWeight ? 1 : 0).buffer);
  const inputs = count / (shape[0] ?? 1);
  const scale = name.includes('embedding') ? 0.05 : Math.sqrt(3 / inputs);
  const values = new Float16Array(count);
  for (let index = 0, state = name.length; index < count; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    values[index] = (state / 2 ** 31 - 1) * scale;
  }
  return new Uint8Array(values.buffer);
}
