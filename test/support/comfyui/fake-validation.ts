/** Validates a prompt as ComfyUI does: in the same order, with the same answers. */
import { checkGraph } from '../../../src/engines/kinds/comfyui/workflow/check-workflow.ts';
import {
  type NodeClass,
  nodeClassShape,
  type NodeClasses,
} from '../../../src/engines/kinds/comfyui/workflow/node-class.ts';
import type { Graph } from '../../../src/engines/kinds/comfyui/workflow/read-workflow.ts';

export interface PromptBody {
  readonly prompt?: Graph;
  readonly prompt_id?: unknown;
  readonly client_id?: string;
  readonly extra_data?: { readonly preview_method?: string };
}

/** Each class once it was read, so that prompts are checked quickly. */
const classesByInfo = new WeakMap<object, NodeClass>();

export function readClasses(classes: ReadonlyMap<string, object>): NodeClasses {
  return new Map(
    [...classes].map(([name, info]) => {
      const read = classesByInfo.get(info) ?? nodeClassShape.parse(info);
      classesByInfo.set(info, read);
      return [name, read];
    }),
  );
}

/** The body of a 400. Returns undefined if the prompt is valid. */
export function findRejection(body: PromptBody, classes: NodeClasses): object | undefined {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(body.prompt_id)))
    return graphError('invalid_prompt_id', 'prompt_id must be a valid UUID in canonical form');
  if (!body.prompt) return graphError('no_prompt', 'No prompt provided');
  const nodes = Object.entries(body.prompt);
  const missing = nodes.find(([, node]) => !classes.has(node.class_type));
  if (missing) return missingClass(...missing);
  if (!nodes.some(([, node]) => classes.get(node.class_type)?.isOutput))
    return graphError('prompt_no_outputs', 'Prompt has no outputs');
  return failedValidation(body.prompt, classes);
}

function missingClass(id: string, { class_type: name }: Graph[string]): object {
  return {
    error: {
      type: 'missing_node_type',
      message: `Node '${name}' not found. The custom node may not be installed.`,
      details: `Node ID '#${id}'`,
      extra_info: { node_id: id, class_type: name, node_title: name },
    },
    node_errors: {},
  };
}

function failedValidation(graph: Graph, classes: NodeClasses): object | undefined {
  const faults = checkGraph(graph, classes).flatMap(problem => {
    if (problem.kind === 'choice')
      return [[problem.node, inputFault('value_not_in_list', 'Value not in list', problem)] as const];
    if (problem.kind !== 'input') return [];
    return [
      [problem.node, inputFault('required_input_missing', 'Required input is missing', problem)] as const,
    ];
  });
  if (faults.length === 0) return undefined;
  const nodes = faults.map(([id, fault]) => [
    id,
    { errors: [fault], dependent_outputs: ['out'], class_type: graph[id]?.class_type },
  ]);
  return {
    ...graphError('prompt_outputs_failed_validation', 'Prompt outputs failed validation'),
    node_errors: Object.fromEntries(nodes),
  };
}

function inputFault(
  type: string,
  message: string,
  { input, value }: { input: string; value?: string },
): object {
  return {
    type,
    message,
    details: value === undefined ? input : `${input}: '${value}' not in []`,
    extra_info: {
      input_name: input,
      ...(value !== undefined && { input_config: [[], {}], received_value: value }),
    },
  };
}

function graphError(type: string, message: string) {
  return { error: { type, message, details: '', extra_info: {} }, node_errors: {} };
}
