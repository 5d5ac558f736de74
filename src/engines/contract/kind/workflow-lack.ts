/**
 * A part of a workflow that a server does not have or accept, with the name by which a person would look for
 * it.
 */
export interface WorkflowLack {
  /**
   * A class of nodes or a file that the server does not have. `value`: an input that the workflow leaves
   * out, or whose value the server does not accept, so that the workflow has to change. `unlisted`: an
   * input that the server does not list. It is sent, because nodes whose inputs a button adds take it. It
   * keeps nothing from running by itself.
   */
  readonly kind: 'node' | 'file' | 'value' | 'unlisted';
  /** The class, the file or the input. */
  readonly name: string;
  /** The node that needs it. */
  readonly node: string;
  /** The input whose value or name is the problem. */
  readonly input: string | undefined;
}
