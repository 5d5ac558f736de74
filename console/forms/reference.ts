/** Reference images of a clip: files and URLs, and the checks before they are sent. */

export type Reference =
  | {
      readonly kind: 'file';
      readonly id: string;
      readonly file: File;
      /** A blob URL for display. */
      readonly previewUrl: string;
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'link'; readonly id: string; readonly url: string };

/** References, by the field that they belong to. */
export type References = Readonly<Record<string, readonly Reference[]>>;

/** Same limits as on the server (src/media/picture/read-upload.ts). */
export const pictureLimits = {
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as readonly string[],
  bytes: 10 * 1024 * 1024,
  side: 8192,
};

export type Fault = 'wrongType' | 'tooLarge' | 'tooWide' | 'unreadable';

/** Checks that need only the file's type and size. */
export function findFault({ type, size }: Pick<File, 'type' | 'size'>): Fault | undefined {
  if (!pictureLimits.types.includes(type)) return 'wrongType';
  return size > pictureLimits.bytes ? 'tooLarge' : undefined;
}

export function isLink(text: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(text) && URL.canParse(text);
}

type Rules = Readonly<Record<string, { readonly max: number; readonly required: boolean }>>;

/** The two field names that models use for the first frame. */
const firstFrameFields = ['input_reference', 'first_frame'];

/**
 * Returns the references that another model accepts, by its fields, and the number of those that it rejects.
 */
export function fitReferences(
  rules: Rules,
  referencesByField: References,
): { references: References; rejectedCount: number } {
  const keptReferences: Record<string, readonly Reference[]> = {};
  let rejectedCount = 0;
  for (const [field, references] of Object.entries(referencesByField)) {
    const otherField = firstFrameFields.includes(field)
      ? firstFrameFields.find(name => rules[name])
      : undefined;
    const name = rules[field] ? field : otherField;
    const acceptedReferences = name === undefined ? [] : references.slice(0, rules[name]?.max);
    if (name !== undefined && acceptedReferences.length > 0) keptReferences[name] = acceptedReferences;
    rejectedCount += references.length - acceptedReferences.length;
  }
  return { references: keptReferences, rejectedCount };
}

/** The required fields without a reference. */
export function missingFields(rules: Rules, referencesByField: References): string[] {
  return Object.entries(rules)
    .filter(([field, { required }]) => required && !referencesByField[field]?.length)
    .map(([field]) => field);
}
