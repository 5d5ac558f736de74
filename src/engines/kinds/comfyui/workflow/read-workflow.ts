/**
 * Reads a workflow in ComfyUI's API format, and finds its slots: the inputs that Kinora sets. A
 * slot is written in the title of a node, such as `$seed $steps`, or bound to an input from
 * outside, for workflows of others.
 */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import type { Json } from '../../../contract/json.ts';
import type { SlotBinding } from '../../../contract/kind/own-workflow.ts';

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
  /** Undefined if the slot only marks its node. */
  readonly input: string | undefined;
  /**
   * Written as `$picture2?`. Without a value, its node is left out (`prune-graph.ts`). Others
   * keep the value of the workflow.
   */
  readonly isOptional: boolean;
}

export interface Workflow {
  readonly graph: Graph;
  readonly slots: readonly Slot[];
  /**
   * Names inputs as older and as newer builds call them, so that those which a server does not list are left
   * out. Absent if all are sent.
   */
  readonly isForManyComfyBuilds?: boolean;
}

export type ReadWorkflow =
  | { readonly workflow: Workflow }
  | { readonly problem: Reason; readonly field: 'graph' | 'slots' };

const maxNodes = 1000;
const maxNamed = 5;
const nodeShape = z.object({
  class_type: z.string().min(1),
  inputs: z.record(z.string(), z.json()),
  _meta: z
    .object({ title: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
const anyNodeShape = nodeShape.pick({ _meta: true });

/** `bindings` come in addition to the slots in titles, and replace those of the same name. */
export function readWorkflow(json: unknown, bindings: readonly SlotBinding[] = []): ReadWorkflow {
  const graph = readGraph(unwrapGraph(json));
  if ('problem' in graph) return { problem: graph.problem, field: 'graph' };
  return bindSlots(graph.graph, bindings);
}

/**
 * What programs put an export into, the graph that runs before the one of the editor: `POST /prompt`,
 * RunPod's worker, images of ComfyUI.
 */
const wrappers = ['prompt', 'output', 'input', 'workflow'] as const;
const maxWrappers = 3;

/** The graph inside of what other programs wrap around it. What is not wrapped is returned as it is. */
export function unwrapGraph(json: unknown, levels = maxWrappers): unknown {
  if (!isObject(json) || isEditorFile(json) || levels === 0) return json;
  if (Object.values(json).some(isNode)) return json;
  const inner = wrappers.map(name => json[name]).filter(isObject);
  const innerGraphs = inner.map(value => unwrapGraph(value, levels - 1)).filter(isObject);
  return innerGraphs.find(isGraph) ?? innerGraphs.find(isEditorFile) ?? json;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEditorFile(json: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(json['nodes']);
}

function isNode(value: unknown): boolean {
  return isObject(value) && typeof value['class_type'] === 'string';
}

function isGraph(json: Readonly<Record<string, unknown>>): boolean {
  return Object.values(json).some(isNode);
}

function readGraph(json: unknown): { readonly graph: Graph } | { readonly problem: Reason } {
  if (!isObject(json)) return { problem: reason('graph_format') };
  if (isEditorFile(json)) return { problem: reason('graph_for_editor') };
  const nodes = Object.entries(json);
  if (!isGraph(json) || !nodes.every(([, node]) => isObject(node)))
    return { problem: reason('graph_format') };
  if (nodes.length > maxNodes)
    return { problem: reason('graph_large', { count: nodes.length, limit: maxNodes }) };
  const listNodes = (lacks: (node: Readonly<Record<string, unknown>>) => boolean) =>
    nodes.filter(([, node]) => isObject(node) && lacks(node)).map(([id, node]) => describeNode(id, node));
  const withoutClass = listNodes(node => !isNode(node) || node['class_type'] === '');
  if (withoutClass.length > 0)
    return { problem: reason('graph_without_class', { nodes: listNames(withoutClass) }) };
  const withoutInputs = listNodes(node => !isObject(node['inputs']));
  if (withoutInputs.length > 0)
    return { problem: reason('graph_without_inputs', { nodes: listNames(withoutInputs) }) };
  const { data: graph } = z.record(z.string(), nodeShape).safeParse(json);
  return graph ? { graph } : { problem: reason('graph_format') };
}

function describeNode(id: string, node: unknown): string {
  const { _meta: meta } = anyNodeShape.safeParse(node).data ?? {};
  const title = meta?.title;
  return title ? `${id} (${title.slice(0, 40)})` : id;
}

function listNames(names: readonly string[]): string {
  const more = names.length > maxNamed ? ' …' : '';
  return names.slice(0, maxNamed).join(', ') + more;
}

function bindSlots(graph: Graph, bindings: readonly SlotBinding[]): ReadWorkflow {
  const unknown = bindings.find(({ node, input }) => !hasInput(graph, node, input));
  if (unknown) return { problem: absentReason(unknown), field: 'slots' };
  const boundSlots = new Set(bindings.map(({ slot }) => slot));
  const slots = [
    ...slotsInTitles(graph).filter(({ name }) => !boundSlots.has(name)),
    ...bindings.map(({ slot, node, input, isOptional = false }) => ({ name: slot, node, input, isOptional })),
  ];
  return { workflow: { graph, slots } };
}

function absentReason({ node, input }: SlotBinding): Reason {
  return input === undefined ? reason('node_absent', { node }) : reason('node_input_absent', { node, input });
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
      input: findInput(name, inputs),
      isOptional: optional !== undefined,
    })),
  );
}

/**
 * What the inputs of core nodes are called, in the order in which they are looked for. Others:
 * the name of the slot itself.
 */
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
function findInput(slot: string, inputs: GraphNode['inputs']): string | undefined {
  return inputsForTitle(slot).find(name => Object.hasOwn(inputs, name) && !isLink(inputs[name]));
}

/**
 * The inputs that a slot in a title may set. Nodes that only hold a value, such as
 * `PrimitiveInt`, call it `value`.
 */
export function inputsForTitle(slot: string): string[] {
  const name = slot.replace(/(?<!\d)\d+$/, '');
  const knownInputs = Object.hasOwn(inputNames, name) ? inputNames[name] : undefined;
  return [...new Set([...(knownInputs ?? []), slot, 'value'])];
}
