/**
 * Reads a workflow in ComfyUI's API format, and finds its slots: the inputs that Kinora sets. A slot is written in the title of a node,
 * such as `$seed $steps`, or bound to an input from outside, for workflows of others.
 */
import { z } from 'zod';
import type { Json } from '../../../contract/engine.ts';
import type { SlotBinding, Texts } from '../../../contract/engine-kind.ts';

/** A node's id, and the number of its output. */
export type Link = readonly [string, number];

export interface GraphNode {
  readonly class_type: string;
  readonly inputs: Readonly<Record<string, Json>>;
  readonly _meta?: { readonly title?: string | undefined } | undefined;
}

/** By node id, as `POST /prompt` takes it. */
export type Graph = Readonly<Record<string, GraphNode>>;

/** A value that Kinora sets. A slot may stand at several places: all of them get the value. */
export interface Slot {
  /** Such as `seed`, without the dollar sign. */
  readonly name: string;
  readonly node: string;
  /** Undefined: the slot only marks its node. */
  readonly input: string | undefined;
  /** Written as `$picture2?`. Without a value, its node is left out (`prune-graph.ts`). Others keep the value of the workflow. */
  readonly isOptional: boolean;
}

export interface Workflow {
  readonly graph: Graph;
  readonly slots: readonly Slot[];
}

export type ReadWorkflow =
  | { readonly workflow: Workflow }
  | { readonly problem: Texts; readonly field: 'graph' | 'slots' };

const maxNodes = 1000;
const graphShape = z.record(
  z.string(),
  z.object({
    class_type: z.string(),
    inputs: z.record(z.string(), z.json()),
    _meta: z.object({ title: z.string().optional() }).optional(),
  }),
);

/** Sentences without a subject and a full stop: they follow the name of a field. */
const problems = {
  uiFormat: {
    en: 'this is a workflow as ComfyUI saves it for its editor. Export it in the API format: "Export (API)" in the menu of ComfyUI',
    zh: '这是 ComfyUI 编辑器保存的工作流。请在 ComfyUI 菜单中选择 "Export (API)"（导出 API）',
  },
  otherFormat: {
    en: 'this is not a ComfyUI workflow in the API format. Choose "Export (API)" in the menu of ComfyUI',
    zh: '这不是 API 格式的 ComfyUI 工作流。请在 ComfyUI 菜单中选择 "Export (API)"（导出 API）',
  },
  tooLarge: (count: number) => ({
    en: `it has ${count} nodes. Allowed: ${maxNodes}`,
    zh: `有 ${count} 个节点，最多 ${maxNodes} 个`,
  }),
  unbound: ({ node, input }: SlotBinding) =>
    input === undefined
      ? { en: `there is no node ${node}`, zh: `没有节点 ${node}` }
      : { en: `there is no input ${input} of a node ${node}`, zh: `没有节点 ${node} 的输入 ${input}` },
};

/** `bindings` come in addition to the slots in titles, and replace those of the same name. */
export function readWorkflow(json: unknown, bindings: readonly SlotBinding[] = []): ReadWorkflow {
  if (typeof json === 'object' && json !== null && 'nodes' in json && Array.isArray(json.nodes))
    return { problem: problems.uiFormat, field: 'graph' };
  const { data: graph } = graphShape.safeParse(json);
  const count = Object.keys(graph ?? {}).length;
  if (!graph || count === 0) return { problem: problems.otherFormat, field: 'graph' };
  if (count > maxNodes) return { problem: problems.tooLarge(count), field: 'graph' };
  const unknown = bindings.find(({ node, input }) => !hasInput(graph, node, input));
  if (unknown) return { problem: problems.unbound(unknown), field: 'slots' };
  const bound = new Set(bindings.map(({ slot }) => slot));
  const slots = [
    ...slotsInTitles(graph).filter(({ name }) => !bound.has(name)),
    ...bindings.map(({ slot, node, input, isOptional = false }) => ({ name: slot, node, input, isOptional })),
  ];
  return { workflow: { graph, slots } };
}

export function isLink(value: Json | undefined): value is [string, number] {
  return (
    Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'number'
  );
}

/** The inputs that a slot sets. */
export function inputsOfSlot({ slots }: Workflow, name: string): { node: string; input: string }[] {
  return slots.flatMap(({ node, input, ...slot }) => (slot.name === name && input ? [{ node, input }] : []));
}

/** The nodes whose results are the result of the workflow: those marked `$out`. */
export function outputNodes({ slots }: Pick<Workflow, 'slots'>): string[] {
  return slots.filter(({ name }) => name === 'out').map(({ node }) => node);
}

function hasInput(graph: Graph, node: string, input: string | undefined): boolean {
  if (!Object.hasOwn(graph, node)) return false;
  return input === undefined || Object.hasOwn(graph[node]?.inputs ?? {}, input);
}

function slotsInTitles(graph: Graph): Slot[] {
  return Object.entries(graph).flatMap(([node, { inputs, _meta }]) =>
    [...(_meta?.title ?? '').matchAll(/\$([A-Za-z][A-Za-z0-9]*)(\?)?/g)].map(([, name = '', optional]) => ({
      name,
      node,
      input: inputOf(name, inputs),
      isOptional: optional !== undefined,
    })),
  );
}

/** What the inputs of core nodes are called, in the order in which they are looked for. Others: the name of the slot itself. */
const inputNames: Readonly<Record<string, readonly string[]>> = {
  prompt: ['text', 'prompt', 'string'],
  negative: ['text', 'prompt', 'string'],
  seed: ['seed', 'noise_seed', 'sampling_mode.seed'],
  temperature: ['temperature', 'sampling_mode.temperature'],
  sampler: ['sampler_name'],
  frames: ['length', 'frames_number'],
  fps: ['fps', 'frame_rate'],
  picture: ['image'],
  mask: ['image'],
  last: ['image'],
  style: ['image'],
  styleWeight: ['strength'],
  out: ['filename_prefix'],
  model: ['ckpt_name', 'unet_name', 'clip_name'],
  lowModel: ['unet_name'],
  fillModel: ['unet_name'],
  clip: ['clip_name', 'text_encoder'],
  vae: ['vae_name'],
  upscaler: ['model_name'],
  lora: ['lora_name'],
};

/** An input with a value of its own. */
function inputOf(slot: string, inputs: GraphNode['inputs']): string | undefined {
  return inputsForTitle(slot).find(name => Object.hasOwn(inputs, name) && !isLink(inputs[name]));
}

/** The inputs that a slot in a title may set. Nodes that only hold a value, such as `PrimitiveInt`, call it `value`. */
export function inputsForTitle(slot: string): string[] {
  const name = slot.replace(/\d+$/, '');
  const known = Object.hasOwn(inputNames, name) ? inputNames[name] : undefined;
  return [...new Set([...(known ?? []), slot, 'value'])];
}
