/** The pictures of an edit or a variation: files of a form, addresses, data URLs, or results of tasks. */
import { fieldInvalid } from '@kinora/shared/errors/errors';
import type { TaskInput } from '../../../core/tasks/task.ts';
import { hasTransparency, maskFromAlpha } from '../../../media/picture/mask-file.ts';
import type { Call } from '../../http/route.ts';
import type { IngestedImage } from '../../http/request/image-ingest.ts';
import { limitPixels } from '../../http/request/limit-pixels.ts';
import type { Upload } from '../../http/request/read-multipart.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import { findFinished, candidateInput } from '../wire/parent.ts';

const mostPictures = 16;

export interface IngestedPictures {
  readonly inputs: readonly TaskInput[];
  /** Pictures to store when the task is placed. */
  readonly pictures: readonly IngestedImage[];
}

interface RequestImages {
  readonly image?: unknown;
  readonly images?: unknown;
  readonly mask?: unknown;
}

/** What a field names: bytes or an address to ingest, or the candidate of a task. */
type Source =
  | { readonly from: string | Uint8Array; readonly param: string }
  | { readonly taskId: string; readonly param: string };

/** The first picture is what is changed; the others are image prompts. Throws AppError. */
export async function takePictures(
  parts: SubmitDependencies,
  { token }: Pick<Call, 'token'>,
  body: RequestImages,
): Promise<IngestedPictures> {
  const sources = listSources(body);
  const takenInputs = await Promise.all(sources.map(source => take(parts, token, source)));
  const pictures = takenInputs.flatMap(({ picture }) => picture ?? []);
  limitPixels(pictures);
  const [first, ...otherInputs] = takenInputs.map(({ input }) => input);
  const references = otherInputs.map((input): TaskInput => ({ ...input, role: 'prompt' }));
  const inputs = [...(first ? [first] : []), ...references];
  if (body.mask === undefined || body.mask === '') return { inputs, pictures };
  const mask = await takeMask(parts, token, readSource(body.mask, 'mask'));
  return { inputs: [...inputs, mask.input], pictures: [...pictures, mask.picture] };
}

function listSources({ image, images }: RequestImages): Source[] {
  const [value, param] = images === undefined ? [image, 'image'] : [images, 'images'];
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  if (list.length === 0 || list.length > mostPictures)
    throw fieldInvalid(param, 'image_count', { limit: mostPictures });
  return list.map((one, index) => readSource(one, list.length > 1 ? `${param}.${index}` : param));
}

function readSource(value: unknown, param: string): Source {
  if (typeof value === 'string' && value.trim() !== '') return { from: value.trim(), param };
  if (typeof value !== 'object' || value === null) throw fieldInvalid(param, 'image_source');
  if ('bytes' in value) {
    const { bytes } = value as Upload;
    if (bytes.length === 0) throw fieldInvalid(param, 'image_source');
    return { from: bytes, param };
  }
  const [[name, text] = [], ...more] = Object.entries(value as Record<string, unknown>);
  if (more.length > 0 || typeof text !== 'string' || text.trim() === '')
    throw fieldInvalid(param, 'image_source');
  if (name === 'image_url') return { from: text.trim(), param };
  if (name === 'file_id') return { taskId: text.trim(), param };
  throw fieldInvalid(param, 'image_source');
}

async function take(
  parts: SubmitDependencies,
  token: Call['token'],
  source: Source,
): Promise<{ readonly input: TaskInput; readonly picture?: IngestedImage }> {
  if ('taskId' in source) {
    // `<task>` is its first picture, `<task>-2` the second.
    const [, taskId = source.taskId, number = '1'] = /^(\w+)(?:-(\d{1,2}))?$/.exec(source.taskId) ?? [];
    const parent = await findFinished(parts, token, taskId);
    return { input: candidateInput(parent, Number(number) - 1) };
  }
  const picture = await parts.pictures.ingest(source.from, { param: source.param, token });
  const { storageKey, contentType, width, height } = picture;
  return { input: { role: 'picture', storageKey, contentType, width, height }, picture };
}

/** OpenAI's masks are transparent where the picture changes; Kinora's are white there. */
async function takeMask(
  parts: SubmitDependencies,
  token: Call['token'],
  source: Source,
): Promise<{ readonly input: TaskInput; readonly picture: IngestedImage }> {
  if ('taskId' in source) throw fieldInvalid(source.param, 'image_source');
  const { param } = source;
  const original = await parts.pictures.ingest(source.from, { param, token });
  const bytes = await original.bytes();
  const picture = (await hasTransparency(bytes, token.id))
    ? await parts.pictures.ingest(await maskFromAlpha(bytes, original), { param, token })
    : original;
  const { storageKey, contentType, width, height } = picture;
  return { input: { role: 'mask', storageKey, contentType, width, height }, picture };
}
