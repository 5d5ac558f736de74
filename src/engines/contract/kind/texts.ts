/** A text in the languages of the Console. */
export interface Texts {
  /** The English text. */
  readonly en: string;
  /** The text in Simplified Chinese. */
  readonly zh: string;
}
