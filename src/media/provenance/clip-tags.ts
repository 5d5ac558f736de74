/** The tags that a clip carries besides its frames. */

export interface ClipTags {
  readonly title?: string;
  readonly comment?: string;
  /** ISO 8601. Players show the day. */
  readonly createdAt?: string;
  /** An XMP packet. Only WebM and Matroska files get it as a tag. */
  readonly xmp?: string;
}
