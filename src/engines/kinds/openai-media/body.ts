/** The fields of a request, as JSON or as multipart. */
import type { StepPicture } from '../../contract/steps/step-picture.ts';

export type Fields = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface NamedFile {
  readonly field: string;
  readonly picture: StepPicture;
}

/** Numbers and booleans become text. */
export function multipart(fields: Fields, files: readonly NamedFile[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  for (const [index, { field, picture }] of files.entries()) {
    const type = picture.contentType;
    const blob = new Blob([Uint8Array.from(picture.bytes)], { type });
    form.append(field, blob, `picture-${index}.${type.slice('image/'.length)}`);
  }
  return form;
}
