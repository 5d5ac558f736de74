/**
 * Ingests the pictures of a video request: uploads, data URLs and addresses, in the
 * fields that the model accepts.
 */
import { fieldInvalid } from '@kinora/shared/errors/errors';
import { referenceFields, type ModelCard, type ReferenceField } from '@kinora/shared/models/model-card';
import type { TaskInput } from '../../core/tasks/task.ts';
import { limitPixels } from '../http/request/limit-pixels.ts';
import type { ImageIngest, IngestedImage, Sender } from '../http/request/image-ingest.ts';
import type { Upload } from '../http/request/read-multipart.ts';

const roles: Readonly<Record<ReferenceField, TaskInput['role']>> = {
  input_reference: 'picture',
  first_frame: 'picture',
  last_frame: 'last',
  reference_images: 'character',
};

export interface References {
  readonly inputs: readonly TaskInput[];
  /** Pictures to store when the task is created. */
  readonly pictures: readonly IngestedImage[];
}

export interface ReferenceRequest {
  readonly card: ModelCard;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly token: Sender;
}

/**
 * Throws AppError with `param` if a picture is not accepted by the model, missing, one too many,
 * invalid or cannot be fetched.
 */
export async function takeReferences(
  taker: ImageIngest,
  { card, fields, token }: ReferenceRequest,
): Promise<References> {
  const sources = referenceFields.flatMap(field => listSources(card, field, fields[field]));
  const isTwice = sources.filter(({ field }) => roles[field] === 'picture').length > 1;
  if (isTwice) throw fieldInvalid('first_frame', 'image_alias');
  const pictures = await Promise.all(
    sources.map(({ source, param }) => taker.ingest(source, { param, token })),
  );
  limitPixels(pictures);
  const inputs = sources.map(({ field }, index): TaskInput => {
    const { storageKey, contentType, width, height } = pictures[index] as IngestedImage;
    return { role: roles[field], storageKey, contentType, width, height };
  });
  return { inputs, pictures };
}

export function isReferenceField(name: string): name is ReferenceField {
  return (referenceFields as readonly string[]).includes(name);
}

interface Source {
  readonly field: ReferenceField;
  readonly param: string;
  readonly source: string | Uint8Array;
}

function listSources(card: ModelCard, field: ReferenceField, value: unknown): Source[] {
  const { id: model } = card;
  const rule = card.references[field];
  const list = readList(value);
  const values = value === undefined ? [] : (list ?? [value]);
  if (values.length > 0 && !rule) {
    const allowedReferences = Object.keys(card.references).join(', ');
    throw allowedReferences === ''
      ? fieldInvalid(field, 'image_not_taken', { model })
      : fieldInvalid(field, 'model_accepts', { model, allowed: allowedReferences });
  }
  if (rule?.required && value === undefined) throw fieldInvalid(field, 'image_needed', { model });
  if (list?.length === 0) throw fieldInvalid(field, 'image_empty');
  if (rule && values.length > rule.max)
    throw fieldInvalid(field, 'images_many', { model, limit: rule.max, count: values.length });
  return values.map((one, index) => {
    const param = list ? `${field}.${index}` : field;
    return { field, param, source: readSource(one, param) };
  });
}

/** Reads a list, or the fields `name[0]`, `name[1]` of a form. */
function readList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every(key => /^\d+$/.test(key)) ? Object.values(value) : undefined;
}

/** Reads an upload, an address or a data URL. The last two may also be `{image_url}` or `{url}`. */
function readSource(value: unknown, param: string): string | Uint8Array {
  const source = isUpload(value) ? value.bytes : typeof value === 'string' ? value.trim() : addressIn(value);
  if (source === undefined) {
    const isNamed = typeof value === 'object' && value !== null && 'file_id' in value;
    throw isNamed ? fieldInvalid(param, 'image_file_id') : fieldInvalid(param, 'image_form');
  }
  if (source.length === 0) throw fieldInvalid(param, 'image_empty');
  if (typeof source === 'string' && /^(?!https?:\/\/|data:)[a-z][a-z0-9+.-]{0,30}:/i.test(source))
    throw fieldInvalid(param, 'image_form');
  return source;
}

function addressIn(value: unknown): string | undefined {
  const [[name, address] = [], ...more] = Object.entries((value ?? {}) as Record<string, unknown>);
  const isOne = more.length === 0 && (name === 'image_url' || name === 'url');
  return isOne && typeof address === 'string' ? address.trim() : undefined;
}

export function isUpload(value: unknown): value is Upload {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array;
}
