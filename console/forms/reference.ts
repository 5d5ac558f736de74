/** Pictures that a clip starts from: files and addresses, and what is wrong with them before anything is sent. */

export type Reference =
  | {
      readonly kind: 'file';
      readonly id: string;
      readonly file: File;
      /** A blob address, to show it. */
      readonly shown: string;
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'link'; readonly id: string; readonly url: string };

/** By the field that they go in. */
export type References = Readonly<Record<string, readonly Reference[]>>;

/** As the server has them (src/media/picture/read-upload.ts). */
export const pictureLimits = {
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as readonly string[],
  bytes: 10 * 1024 * 1024,
  side: 8192,
};

export type Fault = 'wrongType' | 'tooLarge' | 'tooWide' | 'unreadable';

/** Before it is even read. */
export function faultOf({ type, size }: Pick<File, 'type' | 'size'>): Fault | undefined {
  if (!pictureLimits.types.includes(type)) return 'wrongType';
  return size > pictureLimits.bytes ? 'tooLarge' : undefined;
}

export function isLink(text: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(text) && URL.canParse(text);
}

type Rules = Readonly<Record<string, { readonly max: number; readonly required: boolean }>>;

/** Two fields by which models take the picture that a clip begins with. */
const begins = ['input_reference', 'first_frame'];

/** As many as another model takes, in its fields; and how many it does not take. */
export function fitReferences(rules: Rules, given: References): { kept: References; left: number } {
  const kept: Record<string, readonly Reference[]> = {};
  let left = 0;
  for (const [field, references] of Object.entries(given)) {
    const other = begins.includes(field) ? begins.find(name => rules[name]) : undefined;
    const name = rules[field] ? field : other;
    const taken = name === undefined ? [] : references.slice(0, rules[name]?.max);
    if (name !== undefined && taken.length > 0) kept[name] = taken;
    left += references.length - taken.length;
  }
  return { kept, left };
}

/** The required fields that have nothing yet. */
export function missingIn(rules: Rules, given: References): string[] {
  return Object.entries(rules)
    .filter(([field, { required }]) => required && !given[field]?.length)
    .map(([field]) => field);
}
