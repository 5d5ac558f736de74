/**
 * Writes a text encoder with which a real ComfyUI answers: in the format of Qwen3.5 0.8B, with vision, and
 * with weights that continue any text with one JSON object. It has a text for each reading of `describe`, and
 * a weight for a prompt of one word for `shorten`.
 *
 *     node test/support/comfyui/answering-encoder.ts COMFYUI writes
 *     models/text_encoders/kinora-answers.safetensors
 *
 * The file has 1.7 GB, nearly all of it zeros that take no space on the disk. COMFYUI is the folder of the
 * program, whose vocabulary is read.
 */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Shape = readonly number[];
type Entry = readonly [number, number];

const [comfyui = '.'] = process.argv.slice(2);
const width = 1024;
const layers = 24;
const visionWidth = 768;
const visionLayers = 12;
const vocabularySize = 248_320;
const intermediate = 3584;

const linearAttention: Readonly<Record<string, Shape>> = {
  'linear_attn.dt_bias': [16],
  'linear_attn.A_log': [16],
  'linear_attn.in_proj_qkv.weight': [6144, width],
  'linear_attn.in_proj_z.weight': [2048, width],
  'linear_attn.in_proj_b.weight': [16, width],
  'linear_attn.in_proj_a.weight': [16, width],
  'linear_attn.out_proj.weight': [width, 2048],
  'linear_attn.conv1d.weight': [6144, 1, 4],
  'linear_attn.norm.weight': [128],
};
const fullAttention: Readonly<Record<string, Shape>> = {
  'self_attn.q_proj.weight': [4096, width],
  'self_attn.k_proj.weight': [512, width],
  'self_attn.v_proj.weight': [512, width],
  'self_attn.o_proj.weight': [width, 2048],
  'self_attn.q_norm.weight': [256],
  'self_attn.k_norm.weight': [256],
};
const common: Readonly<Record<string, Shape>> = {
  'mlp.gate_proj.weight': [intermediate, width],
  'mlp.up_proj.weight': [intermediate, width],
  'mlp.down_proj.weight': [width, intermediate],
  'input_layernorm.weight': [width],
  'post_attention_layernorm.weight': [width],
};

/**
 * The answer in tokens. Each has one successor, because the weights see the last token only, so
 * values that close differently keep the fields apart. Only `":"` and `:"` come twice: which value
 * follows then is decided by `marks`.
 */
const values = ['castle', 'poster', 'summer', 'winter'] as const;
const fields = [
  ['{"', '1', '":', '0', '.', '5', ',"', 'literal', '":"', values[0], '","'],
  ['medium', '"', ':"', values[1], ' ","', 'm', 'ood', '"', ':"', values[2], ' ",'],
  [' "', 'camera', '":"', values[3], '"}'],
];
const chain = fields.flat();
/**
 * As soon as the text contains the token before `seen`, `value` follows where two can. The
 * later mark is the stronger one.
 */
const marks = [
  { seen: ' ","', value: values[2], gain: 1_000 },
  { seen: ' ",', value: values[3], gain: 15_000 },
];
/** The template of the model ends with a line break. */
const lineBreak = '\n';
const endOfAnswer = 248_046;
const firmly = 10_000;
const loosely = 5;

const shapes = new Map<string, Shape>();
addLanguageModel();
addVision();
await write(join(comfyui, 'models/text_encoders/kinora-answers.safetensors'), await weights());

function addLanguageModel(): void {
  const root = 'model.language_model';
  shapes.set(`${root}.embed_tokens.weight`, [vocabularySize, width]);
  shapes.set(`${root}.norm.weight`, [width]);
  for (let layer = 0; layer < layers; layer++) {
    const name = `${root}.layers.${layer}`;
    const parts = layer % 4 === 3 ? fullAttention : linearAttention;
    for (const [part, shape] of Object.entries({ ...parts, ...common })) shapes.set(`${name}.${part}`, shape);
  }
}

function addVision(): void {
  const root = 'model.visual';
  shapes.set(`${root}.patch_embed.proj.weight`, [visionWidth, 3, 2, 16, 16]);
  shapes.set(`${root}.patch_embed.proj.bias`, [visionWidth]);
  shapes.set(`${root}.pos_embed.weight`, [2304, visionWidth]);
  for (let block = 0; block < visionLayers; block++) {
    const name = `${root}.blocks.${block}`;
    for (const norm of ['norm1', 'norm2']) addLinear(`${name}.${norm}`, [visionWidth]);
    addLinear(`${name}.attn.qkv`, [3 * visionWidth, visionWidth]);
    addLinear(`${name}.attn.proj`, [visionWidth, visionWidth]);
    addLinear(`${name}.mlp.linear_fc1`, [4 * visionWidth, visionWidth]);
    addLinear(`${name}.mlp.linear_fc2`, [visionWidth, 4 * visionWidth]);
  }
  addLinear(`${root}.merger.norm`, [visionWidth]);
  addLinear(`${root}.merger.linear_fc1`, [4 * visionWidth, 4 * visionWidth]);
  addLinear(`${root}.merger.linear_fc2`, [width, 4 * visionWidth]);
}

function addLinear(name: string, shape: Shape): void {
  shapes.set(`${name}.weight`, shape);
  shapes.set(`${name}.bias`, shape.slice(0, 1));
}

/** The entries that are not 0, by tensor. */
async function weights(): Promise<Map<string, Map<number, number>>> {
  const ids = await vocabulary();
  const tokens = [...new Set([lineBreak, ...chain])];
  // Each token of the answer has a dimension of its own, the end of the answer the last one.
  const tokenDimension = (token: string) => tokens.indexOf(token);
  const end = tokens.length;
  const embeddings: Entry[] = [
    ...tokens.map((token, index): Entry => [tokenId(ids, token), index]),
    [endOfAnswer, end],
  ];
  const successors = new Map<number, number>();
  for (const [index, token] of [lineBreak, ...chain].entries()) {
    const next = chain[index];
    const from = tokenDimension(token);
    if (!successors.has(from)) successors.set(from, next === undefined ? end : tokenDimension(next));
  }
  const isOpen = (from: number) => from === tokenDimension('":"') || from === tokenDimension(':"');
  const first = 'model.language_model.layers.0.mlp';
  const attention = 'model.language_model.layers.3.self_attn';
  const neurons = [...successors.keys()].map((from): Entry => [from, from]);
  return new Map([
    ['model.language_model.embed_tokens.weight', at(embeddings, width)],
    [`${first}.gate_proj.weight`, at(neurons, width)],
    [`${first}.up_proj.weight`, at(neurons, width)],
    [
      `${first}.down_proj.weight`,
      new Map(
        // The norm before the layer makes 32 of 1, and gate and input are multiplied.
        [...successors].map(([from, to]) => [
          to * intermediate + from,
          (isOpen(from) ? loosely : firmly) / 1024,
        ]),
      ),
    ],
    // Attention is the same to all tokens before: what was seen once is seen by all that follow.
    [
      `${attention}.v_proj.weight`,
      at(
        marks.map(({ seen: word }, index): Entry => [index, tokenDimension(word)]),
        width,
      ),
    ],
    [
      `${attention}.o_proj.weight`,
      new Map(marks.map(({ value, gain }, index) => [tokenDimension(value) * 2048 + index, gain])),
    ],
  ]);
}

/** Ones, by row and column. */
function at(entries: readonly Entry[], columns: number): Map<number, number> {
  return new Map(entries.map(([row, column]) => [row * columns + column, 1]));
}

async function vocabulary(): Promise<ReadonlyMap<string, number>> {
  const path = join(comfyui, 'comfy/text_encoders/qwen35_tokenizer/vocab.json');
  return new Map(Object.entries(JSON.parse(await readFile(path, 'utf8')) as Record<string, number>));
}

/** Vocabularies of this kind write a space and a line break as letters. */
function tokenId(ids: ReadonlyMap<string, number>, token: string): number {
  const id = ids.get(token.replaceAll(' ', 'Ġ').replaceAll('\n', 'Ċ'));
  if (id === undefined) throw new Error(`The vocabulary has no token ${JSON.stringify(token)}.`);
  return id;
}

async function write(path: string, entries: ReadonlyMap<string, ReadonlyMap<number, number>>): Promise<void> {
  const header: Record<string, object> = {};
  let size = 0;
  for (const [name, shape] of shapes) {
    const bytes = 2 * shape.reduce((all, side) => all * side, 1);
    header[name] = { dtype: 'BF16', shape, data_offsets: [size, (size += bytes)] };
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  const file = await open(path, 'w');
  await file.write(Buffer.concat([length, text]));
  await file.truncate(8 + text.length + size);
  for (const [name, ones] of entries) {
    const {
      data_offsets: [start],
    } = header[name] as { data_offsets: [number, number] };
    for (const [index, value] of ones)
      await file.write(bfloat16(value), 0, 2, 8 + text.length + start + 2 * index);
  }
  await file.close();
}

function bfloat16(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes.subarray(2);
}
