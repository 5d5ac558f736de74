/** Leaves nodes out of a graph, as ComfyUI's editor does with nodes that are bypassed. */
import type { Json } from '../../../contract/json.ts';
import { type NodeClasses, typesFit } from './node-class.ts';
import { type Graph, type GraphNode, isLink, type Link } from './read-workflow.ts';

export interface PruneOptions {
  /** The nodes to leave out. */
  readonly absent: ReadonlySet<string>;
  /** The nodes that are kept, together with those that they need. */
  readonly outputs: readonly string[];
  readonly classes: NodeClasses;
}

/**
 * A node that needs an absent one is bypassed: whatever comes out of it is replaced by what goes
 * into it, type by type. If nothing of that type goes into it, it is absent too. An input that a
 * node does not need is dropped.
 */
export function pruneGraph(graph: Graph, { absent, outputs, classes }: PruneOptions): Graph {
  const findSource = createSourceFinder(graph, absent, classes);
  const keptNodes: Record<string, GraphNode> = {};
  const waiting = outputs.filter(id => graph[id] && !absent.has(id));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = graph[id];
    if (!node || keptNodes[id]) continue;
    const inputs = Object.entries(node.inputs).flatMap(([name, value]): [string, Json][] => {
      if (!isLink(value)) return [[name, value]];
      const source = findSource(value);
      return source ? [[name, [...source]]] : [];
    });
    keptNodes[id] = { ...node, inputs: Object.fromEntries(inputs) };
    for (const [, value] of inputs) if (isLink(value)) waiting.push(value[0]);
  }
  return keptNodes;
}

/** Makes a function that returns where a link really leads, or undefined if it leads to nothing. */
function createSourceFinder(
  graph: Graph,
  absent: ReadonlySet<string>,
  classes: NodeClasses,
): (link: Link) => Link | undefined {
  const bypassedById = new Map<string, boolean>();

  function isBypassed(id: string): boolean {
    const cachedResult = bypassedById.get(id);
    if (cachedResult !== undefined) return cachedResult;
    // Set first, so that a graph with a cycle ends too. `checkGraph` reports the cycle.
    bypassedById.set(id, false);
    const node = graph[id];
    const classInputs = classes.get(node?.class_type ?? '')?.inputs;
    const result = Object.entries(node?.inputs ?? {}).some(
      ([name, value]) => isLink(value) && classInputs?.get(name)?.isRequired === true && !followLink(value),
    );
    bypassedById.set(id, result);
    return result;
  }

  /** Returns where the n-th output of a type of a bypassed node comes from: its n-th input of that type. */
  function findReplacement(link: Link): Link | undefined {
    const node = graph[link[0]];
    const nodeClass = classes.get(node?.class_type ?? '');
    const type = nodeClass?.outputs[link[1]];
    if (!node || !nodeClass || type === undefined) return undefined;
    const place = nodeClass.outputs.slice(0, link[1]).filter(other => other === type).length;
    const links = [...nodeClass.inputs]
      .filter(([, input]) => typesFit(input.type, type))
      .map(([name]) => node.inputs[name])
      .filter(isLink);
    return links[place];
  }

  function followLink(link: Link): Link | undefined {
    const visitedPlaces = new Set<string>();
    for (let at: Link | undefined = link; at && !absent.has(at[0]); at = findReplacement(at)) {
      if (!isBypassed(at[0])) return at;
      // Bypassed nodes that feed each other lead to nothing.
      const place = at.join(' ');
      if (visitedPlaces.has(place)) return undefined;
      visitedPlaces.add(place);
    }
    return undefined;
  }

  return followLink;
}
