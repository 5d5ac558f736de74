/** A workflow, read for a person. */
import type { Reason } from '@kinora/shared/errors/reason';
import type { Json } from '../json.ts';
import type { SlotBinding } from './own-workflow.ts';

/** An input of a node. */
export interface WorkflowInput {
  /** The name that its program gives it. */
  readonly name: string;
  /** The value of the workflow. Undefined if it comes from another node. */
  readonly value: Json | undefined;
  /** The node that it comes from. */
  readonly from: string | undefined;
}

/** A workflow as a person binds its slots. */
export interface ReadableWorkflow {
  /** The workflow as it is stored, without what other programs wrap around an export. */
  readonly graph: Json;
  /** All nodes, as a person recognizes them in the program. */
  readonly nodes: readonly {
    readonly id: string;
    readonly className: string;
    readonly title: string | undefined;
    readonly inputs: readonly WorkflowInput[];
  }[];
  /** The slots that the titles of its nodes name, and slots that its nodes suggest. */
  readonly slots: readonly (SlotBinding & { readonly isInTitle: boolean })[];
  /**
   * Why its graph can never run, regardless of its slots. Sentences without a full stop. Empty if
   * nothing is known against it.
   */
  readonly mistakes: readonly Reason[];
}
