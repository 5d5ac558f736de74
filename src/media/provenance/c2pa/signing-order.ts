/** The messages to and from the thread that signs files. */

export type SigningOrder =
  | {
      readonly kind: 'sign';
      readonly bytes: Uint8Array;
      readonly contentType: string;
      /** The manifest as JSON. */
      readonly definition: string;
      readonly ingredients: readonly OrderedIngredient[];
    }
  /** Read a signed PNG, as a verifier does. */
  | { readonly kind: 'check'; readonly bytes: Uint8Array };

export interface OrderedIngredient {
  /** The definition of the manifest as JSON. */
  readonly definition: string;
  readonly contentType: string;
  /** Undefined if it is only named. */
  readonly bytes: Uint8Array<SharedArrayBuffer> | undefined;
}

export type SigningAnswer =
  | { readonly bytes: Uint8Array }
  | { readonly failures: readonly CheckFailure[] }
  | { readonly problem: string };

export interface CheckFailure {
  /** A status code of the C2PA specification. */
  readonly code: string;
  readonly explanation: string;
}
