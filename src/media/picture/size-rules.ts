/** Rules for the sizes of pictures. */

/** The sizes that a model makes. */
export interface SizeRules {
  /** Width and height are multiples of this number of pixels. */
  readonly multiple: number;
  readonly minPixels?: number;
  readonly maxPixels?: number;
  /** Absent means any size within the other limits. Otherwise only these, regardless of the other limits. */
  readonly list?: readonly { readonly width: number; readonly height: number }[];
}
