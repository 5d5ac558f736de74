/** What an engine can do with primitives. */
import type { SizeRules } from '../../../media/picture/size-rules.ts';
import type { Primitive } from './primitive.ts';
import type { ReferenceUse } from './step-reference.ts';

/** How an engine can do a primitive. */
export interface Ability {
  /** The number of pictures or clips that one step can ask for. */
  readonly most: number;
  /** Absent means any size in multiples of 8. Without meaning for `ask`. */
  readonly sizes?: SizeRules;
  /**
   * `imageToImage`: the sizes in which it can redraw a picture that was enlarged to them.
   * Absent means those of `sizes`.
   */
  readonly enlargedSizes?: SizeRules;
  /** Whether `negative` has an effect. */
  readonly hasNegative?: boolean;
  /** Whether pictures can continue seamlessly at their edges. */
  readonly canTile?: boolean;
  /** What reference pictures can contribute. Absent if it takes none. */
  readonly references?: readonly ReferenceUse[];
  /**
   * The greatest number of references of each use. A use that is absent has no limit. Without meaning for
   * `clip`.
   */
  readonly maxReferences?: Readonly<Partial<Record<ReferenceUse, number>>>;
  /** The number of pictures that `instruct` or `clip` takes. Absent means one. */
  readonly pictures?: number;
  /** `clip`: whether it can be made from words alone. */
  readonly fromWords?: boolean;
  /** `clip`: whether it can begin with a picture. */
  readonly fromPicture?: boolean;
  /** `clip`: whether it can end with a picture. */
  readonly canEndWith?: boolean;
  /** `clip`: whether it can have sound. */
  readonly hasAudio?: boolean;
}

/** What an engine can do for one model. */
export type Abilities = Readonly<Partial<Record<Primitive, Ability>>>;
