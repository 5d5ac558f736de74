/** A workflow of the operator. */
import type { Json } from '../json.ts';

/** Binds an input of a workflow to a slot: a value that Kinora sets. */
export interface SlotBinding {
  /** The name of the slot, such as `prompt` or `seed`. */
  readonly slot: string;
  /** The id of the node in the graph. */
  readonly node: string;
  /**
   * The input that the slot sets. Absent if the slot only marks the node, such as the one that saves the
   * result.
   */
  readonly input?: string | undefined;
  /** Whether the node is left out if the slot has no value. */
  readonly isOptional?: boolean | undefined;
}

/** A workflow of the operator: what an engine runs for one primitive. */
export interface OwnWorkflow {
  /** The part of the `upstream` of a route before the colon: `^[a-z0-9][a-z0-9.-]{0,63}$`. */
  readonly family: string;
  /** One of the primitives that the kind names in `needs`. */
  readonly primitive: string;
  /** The workflow as its program exports it. */
  readonly graph: Json;
  /** The inputs that Kinora sets. */
  readonly slots: readonly SlotBinding[];
  /** The sizes that it makes: multiples of a number, and perhaps limits of the number of pixels. */
  readonly sizes: { readonly multiple?: number; readonly minPixels?: number; readonly maxPixels?: number };
  /**
   * The frame rate of clips, and the multiple, plus one, that the number of frames is. Absent if any will do.
   */
  readonly timing?: { readonly framesPerSecond: number; readonly multiple: number } | undefined;
}
