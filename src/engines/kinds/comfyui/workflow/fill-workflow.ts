/** Makes the graph of one prompt: sets the slots of a workflow, and fits it to what the server has. */
import { basename } from 'node:path/posix';
import type { Json } from '../../../contract/json.ts';
import { inputOfClass, type NodeClasses } from './node-class.ts';
import { pruneGraph } from './prune-graph.ts';
import { type Graph, type GraphNode, isLink, outputNodes, type Workflow } from './read-workflow.ts';

/** Values by the name of the slot. `true` only keeps the node of an optional slot that has no input. */
export type SlotValues = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Optional slots without a value, and those whose model file the server does not have, are left out.
 * Inputs that the server does not list are sent, unless the workflow is made for many builds: nodes to which
 * the editor adds inputs by a button do not list them, and other nodes ignore their values.
 */
export function fillWorkflow(workflow: Workflow, values: SlotValues, classes: NodeClasses): Graph {
  const filledGraph = mapNodes(setSlots(workflow, values), node => withKnownFiles(node, classes));
  const absentNodes = new Set(
    workflow.slots
      .filter(({ isOptional, name, node }) => {
        const isUnset = values[name] === undefined && !isLoader(workflow.graph[node]);
        return isOptional && (isUnset || !hasItsFiles(filledGraph[node], classes));
      })
      .map(({ node }) => node),
  );
  const prunedGraph = pruneGraph(filledGraph, {
    absent: absentNodes,
    outputs: outputNodes(workflow),
    classes,
  });
  return workflow.isForManyComfyBuilds
    ? mapNodes(prunedGraph, node => withKnownInputs(node, classes))
    : prunedGraph;
}

function setSlots({ graph, slots }: Workflow, values: SlotValues): Graph {
  const filledNodes: Record<string, GraphNode> = { ...graph };
  for (const { name, node, input } of slots) {
    const value = values[name];
    const target = filledNodes[node];
    if (value === undefined || input === undefined || !target) continue;
    filledNodes[node] = { ...target, inputs: { ...target.inputs, [input]: value } };
  }
  return filledNodes;
}

/** A model that the workflow names is found in any subfolder. */
function withKnownFiles(node: GraphNode, classes: NodeClasses): GraphNode {
  const resolveFile = (name: string, value: Json): Json => {
    const choices = classes.get(node.class_type)?.inputs.get(name)?.choices;
    if (typeof value !== 'string' || !choices || choices.includes(value)) return value;
    return choices.find(choice => basename(choice.replaceAll('\\', '/')) === value) ?? value;
  };
  return {
    ...node,
    inputs: Object.fromEntries(
      Object.entries(node.inputs).map(([name, value]) => [name, resolveFile(name, value)]),
    ),
  };
}

/** Loads a model, so that its slot needs no value: the workflow names a file. */
function isLoader(node: GraphNode | undefined): boolean {
  return node?.class_type.endsWith('Loader') ?? false;
}

function hasItsFiles(node: GraphNode | undefined, classes: NodeClasses): boolean {
  const nodeClass = node && classes.get(node.class_type);
  if (!nodeClass) return false;
  return Object.entries(node.inputs).every(([name, value]) => {
    const choices = nodeClass.inputs.get(name)?.choices;
    return isLink(value) || !choices || choices.includes(String(value));
  });
}

function withKnownInputs(node: GraphNode, classes: NodeClasses): GraphNode {
  const nodeClass = classes.get(node.class_type);
  if (!nodeClass) return node;
  const knownInputs = Object.entries(node.inputs).filter(([name]) => inputOfClass(nodeClass, name));
  return { ...node, inputs: Object.fromEntries(knownInputs) };
}

function mapNodes(graph: Graph, change: (node: GraphNode) => GraphNode): Graph {
  return Object.fromEntries(Object.entries(graph).map(([id, node]) => [id, change(node)]));
}
