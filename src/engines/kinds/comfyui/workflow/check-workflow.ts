/**
 * Compares a workflow with what a server has: node classes, inputs, links and model files. What does
 * not fit is reported by name.
 */
import { basename } from 'node:path/posix';
import { nearestName } from '@kinora/shared/text/nearest-name';
import type { Primitive } from '../../../contract/steps/primitive.ts';
import { findCycle } from './find-cycle.ts';
import { inputOfClass, type NodeClass, type NodeClasses, type NodeInput, typesFit } from './node-class.ts';
import { type Graph, isLink, type Slot, type Workflow } from './read-workflow.ts';
import { slotType } from './slot-types.ts';

export type Problem =
  /** The server does not have the class. */
  | { readonly kind: 'class'; readonly node: string; readonly name: string }
  /** A choice, usually a model file, that the server does not have. */
  | {
      readonly kind: 'choice';
      readonly node: string;
      readonly input: string;
      readonly value: string;
      /** The choice that is probably meant. */
      readonly nearest: string | undefined;
    }
  | { readonly kind: 'input'; readonly node: string; readonly input: string; readonly problem: InputProblem }
  /** The nodes feed each other. */
  | { readonly kind: 'cycle'; readonly nodes: readonly string[] }
  /** The workflow has no slot of this name, or none that is an input. */
  | { readonly kind: 'slot'; readonly name: string };

type InputProblem = 'missing' | 'link to nothing' | 'wrong type' | 'too small' | 'too large';

/** Everything that would keep a graph from running. */
export function checkGraph(graph: Graph, classes: NodeClasses): Problem[] {
  const problems = Object.entries(graph).flatMap(([node, { class_type }]): Problem[] => {
    const nodeClass = classes.get(class_type);
    return nodeClass
      ? checkNode(graph, node, { nodeClass, classes })
      : [{ kind: 'class', node, name: class_type }];
  });
  const nodes = findCycle(graph);
  return nodes.length > 0 ? [...problems, { kind: 'cycle', nodes }] : problems;
}

/** The slots without which a workflow cannot do a primitive. */
export const neededSlots: Readonly<Record<Primitive, readonly string[]>> = {
  generate: ['prompt', 'out'],
  imageToImage: ['picture', 'out'],
  inpaint: ['picture', 'mask', 'out'],
  instruct: ['prompt', 'picture', 'out'],
  upscale: ['picture', 'out'],
  clip: ['out'],
  ask: ['prompt', 'out'],
};

export function checkSlots({ slots }: Workflow, primitive: Primitive): Problem[] {
  return neededSlots[primitive]
    .filter(name => !slots.some(slot => slot.name === name && (name === 'out' || slot.input)))
    .map(name => ({ kind: 'slot', name }));
}

/**
 * The slots that set no input although they should: their values would be lost. `out` only marks its node,
 * and an optional slot may mark one that is bypassed without a value, if there is a place where the value
 * goes. Sound has no such place.
 */
export function idleSlots({ slots }: Workflow): Slot[] {
  const set = new Set(slots.filter(({ input }) => input !== undefined).map(({ name }) => name));
  return slots.filter(({ name, input, isOptional }) => {
    if (input !== undefined || name === 'out') return false;
    return !isOptional || (name !== 'audio' && !set.has(name));
  });
}

/** A slot that cannot set its input: another node does, or the workflow has a value of another type there. */
export interface MisboundSlot {
  readonly slot: Slot;
  /** The node that the input comes from. */
  readonly from?: string;
  /** The types that do not match. */
  readonly types?: { readonly slot: string; readonly input: string };
}

/** `clip` is a link, so that no value of a slot is expected there. Numbers are also written as texts. */
export function misboundSlots({ graph, slots }: Workflow): MisboundSlot[] {
  return slots.flatMap((slot): MisboundSlot[] => {
    const value = slot.input === undefined ? undefined : graph[slot.node]?.inputs[slot.input];
    if (isLink(value)) return [{ slot, from: value[0] }];
    const expected = slotType(slot.name);
    const isNumber = typeof value === 'number' || (typeof value === 'string' && isNumeric(value));
    const fits = expected === 'number' ? isNumber : typeof value === 'string';
    if (value === undefined || value === null || expected === undefined || fits) return [];
    return [{ slot, types: { slot: expected, input: typeof value } }];
  });
}

function isNumeric(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

/** The names of model files. ComfyUI lists no others. */
export const modelFile = /\.(?:safetensors|sft|ckpt|pt2?|pth|pkl|bin|gguf|onnx)$/i;

/** Whether something is to be installed on the server. Otherwise a value of the workflow is wrong. */
export function isLack(graph: Graph, problem: Problem): boolean {
  if (problem.kind !== 'choice') return problem.kind === 'class';
  return modelFile.test(problem.value) || (graph[problem.node]?.class_type.includes('Loader') ?? false);
}

/** Returns what is wrong or missing, by name. */
export function textOfProblem(problem: Problem): string {
  switch (problem.kind) {
    case 'class':
      return `node ${problem.name}`;
    case 'choice':
      return `${problem.input} ${problem.value}${problem.nearest ? ` (did you mean ${problem.nearest}?)` : ''}`;
    case 'input':
      return `input ${problem.input} of ${problem.node} (${problem.problem})`;
    case 'cycle':
      return `nodes that feed each other: ${problem.nodes.join(', ')}`;
    case 'slot':
      return `title $${problem.name}`;
  }
}

interface CheckedNode {
  readonly nodeClass: NodeClass;
  readonly classes: NodeClasses;
}

function checkNode(graph: Graph, node: string, { nodeClass, classes }: CheckedNode): Problem[] {
  const inputs = graph[node]?.inputs ?? {};
  const missing = [...nodeClass.inputs]
    .filter(([name, { isRequired }]) => isRequired && inputs[name] === undefined && !hasParts(inputs, name))
    .map(([input]): Problem => ({ kind: 'input', node, input, problem: 'missing' }));
  const wrong = Object.entries(inputs).flatMap(([input, value]): Problem[] => {
    const expected = inputOfClass(nodeClass, input);
    if (!expected) return [];
    const problem = isLink(value)
      ? checkLink(graph, value, { expected, classes })
      : checkValue(value, expected);
    if (problem) return [{ kind: 'input', node, input, problem }];
    const { choices } = expected;
    if (isLink(value) || typeof value !== 'string' || !choices || choices.includes(value)) return [];
    return [{ kind: 'choice', node, input, value, nearest: nearestChoice(value, choices) }];
  });
  return [...missing, ...wrong];
}

const maxCompared = 500;

/** A file without its ending or its folder, or a name with a mistake. */
function nearestChoice(value: string, choices: readonly string[]): string | undefined {
  const fileStem = (name: string) =>
    basename(name.replaceAll('\\', '/')).replace(modelFile, '').toLowerCase();
  const stem = fileStem(value);
  const sameFile = choices.find(choice => fileStem(choice) === stem);
  return sameFile ?? nearestName(value, choices.slice(0, maxCompared));
}

/** Some dynamic inputs have no value of their own, only parts. */
function hasParts(inputs: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.keys(inputs).some(input => input.startsWith(`${name}.`));
}

function checkLink(
  graph: Graph,
  [node, output]: readonly [string, number],
  { expected, classes }: { readonly expected: NodeInput; readonly classes: NodeClasses },
): InputProblem | undefined {
  const from = graph[node];
  if (!from) return 'link to nothing';
  const type = classes.get(from.class_type)?.outputs[output];
  // That its class is missing is a problem of its own.
  if (type === undefined) return classes.has(from.class_type) ? 'link to nothing' : undefined;
  return typesFit(type, expected.type) ? undefined : 'wrong type';
}

function checkValue(
  value: unknown,
  { type, min = -Infinity, max = Infinity }: NodeInput,
): InputProblem | undefined {
  if (type !== 'INT' && type !== 'FLOAT') return undefined;
  const number = Number(value);
  if (Number.isNaN(number)) return 'wrong type';
  if (number < min) return 'too small';
  return number > max ? 'too large' : undefined;
}
