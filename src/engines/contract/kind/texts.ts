/** A text in the languages of the Console. */
export interface Texts {
  /** In English. */
  readonly en: string;
  /** In Simplified Chinese. */
  readonly zh: string;
}
