/** What a file was made from, according to its C2PA manifest. */

export interface Origin {
  readonly ingredients: readonly Ingredient[];
  /** Whether the file shows the same as its parent, because nothing was edited. */
  readonly isCopy: boolean;
}

export interface Ingredient {
  /**
   * `parentOf`: the file is a later state of the ingredient, of which there is at most one. `inputTo`: the
   * ingredient was an input of the engine.
   */
  readonly relationship: 'parentOf' | 'inputTo';
  /** The purpose of the ingredient, such as `picture` or `style`. */
  readonly title: string;
  readonly contentType: string;
  /**
   * Only of files that this server has made: they are read, and their manifest becomes a part of
   * the new one. What clients have sent is only named, because a manifest in it may be anything.
   * Shared with the thread that signs.
   */
  readonly bytes?: Uint8Array<SharedArrayBuffer>;
}
