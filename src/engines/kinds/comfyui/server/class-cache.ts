/**
 * What a server reports about the classes of nodes that workflows use. Asked once, until
 * something does not fit any more.
 */
import type { ComfyServer } from './comfy-server.ts';
import type { NodeClass, NodeClasses } from '../workflow/node-class.ts';
import type { Graph } from '../workflow/read-workflow.ts';

export class ClassCache {
  readonly #server: Pick<ComfyServer, 'nodeClass'>;
  #classesByName = new Map<string, NodeClass | undefined>();

  constructor(server: Pick<ComfyServer, 'nodeClass'>) {
    this.#server = server;
  }

  /** The classes of a graph, as far as the server has them. */
  async readClasses(graph: Graph, signal: AbortSignal): Promise<NodeClasses> {
    const classesByName = this.#classesByName;
    const names = new Set(Object.values(graph).map(node => node.class_type));
    await Promise.all(
      [...names]
        .filter(name => !classesByName.has(name))
        .map(async name => classesByName.set(name, await this.#server.nodeClass(name, signal))),
    );
    return new Map(
      [...names].flatMap(name => {
        const nodeClass = classesByName.get(name);
        return nodeClass ? [[name, nodeClass] as const] : [];
      }),
    );
  }

  /** Model files and nodes were added or removed. */
  forget(): void {
    this.#classesByName = new Map();
  }
}
