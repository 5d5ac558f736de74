/**
 * Finds nodes that feed each other. No server runs such a graph: each of them would
 * have to run before the other.
 */
import { type Graph, isLink } from './read-workflow.ts';

/**
 * The nodes of one cycle, in the order in which each gets its input from the next. Empty if there is none.
 */
export function findCycle(graph: Graph): string[] {
  const done = new Set<string>();
  for (const id of Object.keys(graph)) {
    const cycle = cycleFrom(id, { graph, done });
    if (cycle.length > 0) return cycle;
  }
  return [];
}

/**
 * `done` has the nodes that lead to no cycle. A graph may be as deep as it has nodes, so no call is nested.
 */
function cycleFrom(start: string, { graph, done }: { graph: Graph; done: Set<string> }): string[] {
  const path = [{ id: start, sources: listSources(graph, start) }];
  const onPath = new Set([start]);
  for (let last = path.at(-1); last; last = path.at(-1)) {
    const next = last.sources.pop();
    if (next === undefined) {
      done.add(last.id);
      onPath.delete(last.id);
      path.pop();
    } else if (onPath.has(next)) {
      const ids = path.map(({ id }) => id);
      return ids.slice(ids.indexOf(next));
    } else if (!done.has(next)) {
      path.push({ id: next, sources: listSources(graph, next) });
      onPath.add(next);
    }
  }
  return [];
}

function listSources(graph: Graph, id: string): string[] {
  const inputs = Object.hasOwn(graph, id) ? (graph[id]?.inputs ?? {}) : {};
  return Object.values(inputs).flatMap(value => (isLink(value) ? [value[0]] : []));
}
