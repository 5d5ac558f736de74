/** The outputs of the fake's nodes: images and clips of one color, and texts. */
import { plainPicture } from '../media/plain-picture.ts';
import type { Json } from '../../../src/engines/contract/json.ts';
import type { Graph, GraphNode } from '../../../src/engines/kinds/comfyui/workflow/read-workflow.ts';
import { encodedClip } from '../media/small-clip.ts';
import { inspectPicture } from '../../../src/media/picture/picture.ts';

export interface FakeFile {
  readonly filename: string;
  readonly subfolder: string;
  readonly type: 'output' | 'input' | 'temp';
  readonly bytes: Uint8Array;
}

export interface FakeRun {
  readonly graph: Graph;
  readonly inputs: ReadonlyMap<string, FakeFile>;
  /** Distinguishes the files of a prefix. */
  readonly number: number;
}

/** The result and the file of an output node. Returns undefined for other nodes. */
export async function renderOutput(
  node: GraphNode,
  making: FakeRun,
): Promise<{ readonly output: { [key: string]: Json }; readonly file?: FakeFile } | undefined> {
  const { class_type: name } = node;
  if (name === 'PreviewAny') return { output: { text: [findText(node, making.graph)] } };
  if (name !== 'SaveImage' && name !== 'SaveVideo') return undefined;
  const isClip = name === 'SaveVideo';
  const size = await findSize(node, making);
  const bytes = isClip ? await renderClip(size, node, making.graph) : await renderPicture(size);
  const [subfolder, prefix] = splitPrefix(String(node.inputs['filename_prefix']));
  const place = {
    filename: `${prefix}_${String(making.number).padStart(5, '0')}_.${isClip ? 'mp4' : 'png'}`,
    subfolder,
  };
  const file = { ...place, type: 'output', bytes } as const;
  const images = [{ ...place, type: 'output' }];
  return { output: { images, ...(isClip && { animated: [true] }) }, file };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export function renderPicture({ width, height }: Size, format: 'png' | 'jpeg' = 'png'): Promise<Uint8Array> {
  return plainPicture({ width, height }, '#3a7').toFormat(format).toBuffer();
}

async function renderClip(size: Size, node: GraphNode, graph: Graph): Promise<Uint8Array> {
  const framesPerSecond = Number(findNumber(node, graph, ['fps']) ?? 24);
  const frames = Number(findNumber(node, graph, ['length', 'batch_size']) ?? 9);
  const { width, height } = size;
  return encodedClip({
    width,
    height,
    seconds: frames / framesPerSecond,
    framesPerSecond,
    color: [90, 90, 90],
  });
}

/** The size of the nearest node that has one, or of the nearest image. */
async function findSize(node: GraphNode, { graph, inputs }: FakeRun): Promise<Size> {
  for (const { class_type: name, inputs: values } of behind(node, graph)) {
    if (typeof values['width'] === 'number')
      return { width: values['width'], height: Number(values['height']) };
    const file = name === 'LoadImage' ? inputs.get(String(values['image'])) : undefined;
    if (file) return inspectPicture(file.bytes);
  }
  return { width: 64, height: 64 };
}

function findNumber(node: GraphNode, graph: Graph, names: readonly string[]): number | undefined {
  const values = behind(node, graph).flatMap(({ inputs }) => names.map(name => inputs[name]));
  return values.find(value => typeof value === 'number');
}

function findText(node: GraphNode, graph: Graph): string {
  const texts = behind(node, graph).flatMap(({ inputs }) => [inputs['value'], inputs['prompt']]);
  return String(texts.find(text => typeof text === 'string') ?? '');
}

/** The nodes that a node needs, nearest first. */
function behind(start: GraphNode, graph: Graph): GraphNode[] {
  const nodes = [start];
  for (const { inputs } of nodes)
    for (const value of Object.values(inputs)) {
      const next = Array.isArray(value) ? graph[String(value[0])] : undefined;
      if (next && !nodes.includes(next)) nodes.push(next);
    }
  return nodes;
}

function splitPrefix(prefix: string): [string, string] {
  const slash = prefix.lastIndexOf('/');
  return slash < 0 ? ['', prefix] : [prefix.slice(0, slash), prefix.slice(slash + 1)];
}
