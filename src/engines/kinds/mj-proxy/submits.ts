/** A job as a request of the upstream. */
import { reason } from '@kinora/shared/errors/reason';
import { prepareMask } from '../../../media/compose/prepare-mask.ts';
import { encodeMask } from '../../../media/picture/mask-file.ts';
import { PictureError } from '../../../media/picture/picture.ts';
import type { EngineInput, InputRole } from '../../contract/engine-input.ts';
import type { EngineJob } from '../../contract/engine-job.ts';
import type { Dialect } from './dialects.ts';
import type { Press } from './press.ts';
import { chooseCandidate, choosePress, composePress } from './presses.ts';
import {
  changePrompt,
  clipPrompt,
  editPrompt,
  imaginePrompt,
  type NamedPicture,
  type NamedPictures,
} from './prompt-text.ts';
import { type MjRecipe, unable } from './recipe.ts';

export interface Submit {
  /** The path after `/submit/`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** What a modal is answered with, if the upstream asks. */
  readonly modal: { readonly prompt?: string; readonly maskBase64?: string };
}

export interface SubmitTerms {
  readonly dialect: Dialect;
  /** The task that the job follows. */
  readonly parent: MjRecipe | undefined;
  /** Makes addresses of pictures, which a prompt can name. Costs nothing. */
  upload(pictures: readonly EngineInput[]): Promise<readonly string[]>;
}

/** Whether the picture must be chosen upstream before the job can be submitted. */
export function needsChoice(job: EngineJob, { dialect, parent }: Omit<SubmitTerms, 'upload'>): boolean {
  if (parent?.result !== 'grid' || !isPressed(job)) return false;
  return dialect.hasButtons && composePress(job, parent, dialect).of === 'picture';
}

/** Chooses the candidate of the parent that the job follows. */
export function choiceSubmit(job: EngineJob, parent: MjRecipe, dialect: Dialect): Submit {
  const candidate = chooseCandidate(job, parent);
  return pressSubmit(choosePress(candidate), { parent, dialect, index: candidate + 1 });
}

/** Throws `engine_rejected`, `notStarted`, for what the upstream cannot do. */
export async function toSubmit(job: EngineJob, terms: SubmitTerms): Promise<Submit> {
  const { dialect, parent } = terms;
  if (parent && isContinued(job, parent)) return extendSubmit(job, parent, dialect);
  if (parent && isPressed(job)) {
    const index = chooseCandidate(job, parent) + 1;
    const submit = pressSubmit(composePress(job, parent, dialect), { parent, dialect, index });
    const mask = findInput(job, 'mask');
    return mask ? { ...submit, modal: { ...submit.modal, maskBase64: await drawMask(job, mask) } } : submit;
  }
  switch (job.kind) {
    case 'grid':
      return isBlend(job) ? blendSubmit(job) : imagineSubmit(job, terms);
    case 'edit':
    case 'retexture':
      return editSubmit(job, dialect);
    case 'describe':
      return { path: 'describe', body: { base64: dataUrl(neededInput(job, 'picture')) }, modal: {} };
    case 'shorten':
      return { path: 'shorten', body: { prompt: job.prompt }, modal: {} };
    case 'clip':
      return clipSubmit(job, terms);
    default:
      throw unable(reason('parent_needed', { kind: job.kind }));
  }
}

/** Jobs that a button of the parent does. A clip from a picture is submitted with the picture. */
function isPressed(job: EngineJob): boolean {
  if (job.kind === 'clip') return job.extend === true;
  if (job.kind === 'edit') return findInput(job, 'mask') !== undefined;
  return job.kind === 'upscale' || job.kind === 'variation' || job.kind === 'outpaint';
}

/** A clip that is the same at another resolution is not longer. */
function isContinued({ kind, extend, seconds = 0 }: EngineJob, parent: MjRecipe): boolean {
  return kind === 'clip' && extend === true && seconds > (parent.seconds ?? 0);
}

interface ButtonPress {
  readonly parent: MjRecipe;
  readonly dialect: Dialect;
  /** The number of the picture in its grid, from 1. */
  readonly index: number;
}

function pressSubmit(press: Press, { parent, dialect, index }: ButtonPress): Submit {
  const { task: taskId, buttons } = parent;
  const modal = press.prompt === undefined ? {} : { prompt: press.prompt };
  if (!dialect.hasButtons) {
    const action = { U: 'UPSCALE', V: 'VARIATION' }[press.name[0] ?? ''];
    if (press.of !== 'grid' || press.isRemix || !action) throw buttonAbsentError(press);
    return { path: 'change', body: { taskId, action, index }, modal };
  }
  const customId = buttons.find(id => press.id.test(id));
  if (customId === undefined || (press.of === 'clips' && !dialect.choosesClips))
    throw buttonAbsentError(press);
  const body = {
    taskId,
    customId,
    ...(press.isRemix && { enableRemix: true }),
    ...(press.isStrong && { strong: true }),
    ...pinnedAccount(parent, dialect),
  };
  return { path: 'action', body, modal };
}

/** Pins a follow-up to the account that made its task, because no other account can continue it. */
function pinnedAccount({ account }: MjRecipe, { hasAccounts }: Dialect) {
  return hasAccounts && account !== undefined ? { accountFilter: { instanceId: account } } : {};
}

function buttonAbsentError({ name }: Press) {
  return unable(reason('button_absent', { name }));
}

async function imagineSubmit(job: EngineJob, terms: SubmitTerms): Promise<Submit> {
  const pictures = listInputs(job, 'prompt');
  const prompt = imaginePrompt(job, await namedPictures(job, terms));
  return imagine(job, terms.dialect, {
    prompt,
    ...(pictures.length > 0 && { base64Array: pictures.map(dataUrl) }),
  });
}

/** A route that names no model leaves the choice to the upstream. */
function imagine(job: EngineJob, { hasModels }: Dialect, body: Submit['body']): Submit {
  const { upstream, model } = job;
  const modelField = hasModels && upstream !== model ? { model: upstream } : {};
  return { path: 'imagine', body: { ...body, ...chooseBot(job), ...modelField }, modal: {} };
}

function chooseBot({ version = '' }: EngineJob) {
  return { botType: version.startsWith('niji') ? 'NIJI_JOURNEY' : 'MID_JOURNEY' };
}

async function namedPictures(job: EngineJob, { upload, dialect }: SubmitTerms): Promise<NamedPictures> {
  const namePictures = async (role: InputRole): Promise<NamedPicture[]> => {
    const inputs = listInputs(job, role);
    if (inputs.length === 0) return [];
    if (dialect.references === 'none') throw unable(reason('reference_role', { role }));
    // Data in a prompt cannot have a weight.
    const isData = dialect.references === 'data' && inputs.every(({ weight = 1 }) => weight === 1);
    const addresses = isData ? inputs.map(dataUrl) : await upload(inputs);
    return inputs.map(({ weight }, index) => ({ address: addresses[index] ?? '', weight }));
  };
  const [style, character, object] = [
    await namePictures('style'),
    await namePictures('character'),
    await namePictures('object'),
  ];
  const [last] = await namePictures('last');
  return { style, character, object, last: last?.address };
}

/** Pictures without words. */
function isBlend(job: EngineJob): boolean {
  const { length } = listInputs(job, 'prompt');
  return job.prompt.trim() === '' && length >= 2 && length <= 5 && job.inputs?.length === length;
}

function blendSubmit(job: EngineJob): Submit {
  const ratio = job.width / job.height;
  const dimensions = ratio > 1.1 ? 'LANDSCAPE' : ratio < 0.9 ? 'PORTRAIT' : 'SQUARE';
  const base64Array = listInputs(job, 'prompt').map(dataUrl);
  return { path: 'blend', body: { base64Array, dimensions, ...chooseBot(job) }, modal: {} };
}

async function editSubmit(job: EngineJob, dialect: Dialect): Promise<Submit> {
  const mask = findInput(job, 'mask');
  const isPossible = job.kind === 'retexture' ? dialect.retextures : dialect.edits !== 'none';
  if (!isPossible) throw unable(reason('operation_absent', { kind: job.kind }));
  if (mask && dialect.edits !== 'masked') throw unable(reason('edit_whole'));
  if (listInputs(job, 'prompt').length > 0) throw unable(reason('edit_one'));
  const body = {
    prompt: editPrompt(job),
    image: dataUrl(neededInput(job, 'picture')),
    ...(mask && { maskBase64: await drawMask(job, mask) }),
    ...chooseBot(job),
  };
  return { path: job.kind === 'edit' ? 'edits' : 'retexture', body, modal: {} };
}

/** Lines of the shorter side from which a clip is asked for in the larger resolution. */
const largeLines = 700;

async function clipSubmit(job: EngineJob, terms: SubmitTerms): Promise<Submit> {
  const picture = findInput(job, 'picture');
  if (!picture) {
    if (terms.dialect.clips !== 'words') throw unable(reason('clip_from_image'));
    return imagine(job, terms.dialect, { prompt: clipPrompt(job, await namedPictures(job, terms)) });
  }
  const last = findInput(job, 'last');
  const isLarge = Math.min(job.width, job.height) >= largeLines;
  const { motion = 'low', loop = false, clips = 1 } = job;
  const body = {
    prompt: changePrompt({ ...job, tile: false }),
    motion,
    loop,
    image: dataUrl(picture),
    ...(last && { endImage: dataUrl(last) }),
    batchSize: clips,
    videoType: isLarge ? 'vid_1.1_i2v_720' : 'vid_1.1_i2v_480',
  };
  return { path: 'video', body, modal: {} };
}

/** A clip that is continued. Its resolution stays. */
function extendSubmit(job: EngineJob, parent: MjRecipe, dialect: Dialect): Submit {
  const { motion = 'low', clips = 1, loop = false } = job;
  const index = job.parent?.candidate ?? 0;
  const prompt = changePrompt({ ...job, tile: false });
  const body = { action: 'extend', taskId: parent.task, index, prompt, motion, loop, batchSize: clips };
  return { path: 'video', body: { ...body, ...pinnedAccount(parent, dialect) }, modal: {} };
}

async function drawMask(job: EngineJob, mask: EngineInput): Promise<string> {
  const { width, height } = neededInput(job, 'picture');
  try {
    const bytes = await encodeMask(await prepareMask(mask.bytes, { width, height }));
    return dataUrl({ contentType: 'image/png', bytes });
  } catch (error) {
    if (error instanceof PictureError) throw unable(reason('mask_unusable', { said: error.reason }));
    throw error;
  }
}

function listInputs({ inputs = [] }: EngineJob, role: InputRole): EngineInput[] {
  return inputs.filter(input => input.role === role);
}

function findInput(job: EngineJob, role: InputRole): EngineInput | undefined {
  return listInputs(job, role)[0];
}

function neededInput(job: EngineJob, role: InputRole): EngineInput {
  const input = findInput(job, role);
  if (!input) throw unable(reason('input_missing', { role }));
  return input;
}

export function dataUrl({ contentType, bytes }: Pick<EngineInput, 'contentType' | 'bytes'>): string {
  return `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;
}
