/** What an engine that knows only primitives offers: which kinds of jobs can be composed of them, and which job is too much for it. */
import type { Offer, PlannableJob, Texts } from '../contract/engine-kind.ts';
import { isSelection } from '../contract/engine.ts';
import type { JobKind } from '@kinora/shared/models/job-kinds';
import { addedTo, isInstructible, isRepainting, planJob } from './plan-job.ts';
import { excessiveUse, hasInput, referencesIn, referenceUse } from './references.ts';
import type { Abilities, Primitive, ReferenceUse } from '../contract/step-engine.ts';

export function offerOf(abilities: Abilities): Offer {
  const { sizes } = abilities.generate ?? {};
  return {
    ...(sizes && { sizes }),
    jobs: jobsOf(abilities),
    startsFromPixels: true,
    needs: needsOf,
    rejection: job => rejectionOf(job, abilities),
    ignored: job => ignoredBy(job, abilities),
  };
}

/** The primitives by which each kind of job can be composed. One of them is enough. */
const ways: Readonly<Record<JobKind, readonly Primitive[]>> = {
  grid: ['generate'],
  // With more detail: a candidate alone is copied without the engine.
  upscale: ['upscale', 'imageToImage'],
  variation: ['imageToImage', 'instruct'],
  edit: ['instruct', 'imageToImage', 'inpaint'],
  retexture: ['imageToImage', 'instruct'],
  outpaint: ['inpaint', 'instruct'],
  clip: ['clip'],
  describe: ['ask'],
  shorten: ['ask'],
};

/** The kinds of jobs that can be composed. */
export function jobsOf(can: Abilities): JobKind[] {
  return (Object.keys(ways) as JobKind[]).filter(kind => ways[kind].some(way => can[way]));
}

/** For operators, in the words of docs/engines.md. */
const primitiveNames: Readonly<Record<Primitive, Texts>> = {
  generate: { en: 'text to image', zh: '文生图' },
  imageToImage: { en: 'image to image', zh: '图生图' },
  inpaint: { en: 'inpainting', zh: '局部重绘' },
  instruct: { en: 'editing by instruction', zh: '指令编辑' },
  upscale: { en: 'upscaling', zh: '放大' },
  clip: { en: 'clips', zh: '视频' },
  ask: { en: 'a language model', zh: '语言模型' },
};

/** What an engine would need for this kind of job. */
function needsOf(kind: JobKind): Texts {
  const names = ways[kind].map(way => primitiveNames[way]);
  return { en: names.map(({ en }) => en).join(' or '), zh: names.map(({ zh }) => zh).join('或') };
}

/** Why the engine cannot do the job. Undefined: it can. */
export function rejectionOf(job: PlannableJob, can: Abilities): Texts | undefined {
  if (isSelection(job)) return undefined;
  if (!jobsOf(can).includes(job.kind)) return texts.kind;
  if (isRepainting(job) && !can.inpaint && !can.instruct) return texts.mask;
  if (job.kind === 'describe' || job.kind === 'shorten') return undefined;
  if (job.kind === 'clip') return clipRejection(job, can);
  if (job.kind === 'upscale') return reachesSize(job, can) ? undefined : texts.size;
  if (referencesIn(job).length > 0 && !canRefer(job, can)) return referenceRejection(job, can);
  return job.exclude.length > 0 && !canExclude(job, can) ? texts.exclude : undefined;
}

function canRefer(job: PlannableJob, can: Abilities): boolean {
  return isRepainting(job) ? isInstructible(job, can) : referenceUse(job, can) !== undefined;
}

/** The last tenth of an edge can be added by resizing. An engine that makes smaller pictures would add no detail. */
const minShare = 0.8;

function reachesSize(job: PlannableJob, can: Abilities): boolean {
  const [step] = planJob(job, can).steps;
  return step !== undefined && step.width * step.height >= job.width * job.height * minShare;
}

function referenceRejection(job: PlannableJob, can: Abilities): Texts {
  const excess = excessiveUse(job, can);
  if (!excess) return pictureRejection(job, can);
  const { use, most } = excess;
  const names = useNames[use];
  const images = most === 1 ? 'image' : 'images';
  return {
    en: `It takes at most ${most} ${names.en} ${images}. Remove the others, or choose another model.`,
    zh: `它最多接受 ${most} 张${names.zh}。请移除多余的，或选择其他模型。`,
  };
}

/** Says how many images are possible. */
function pictureRejection(job: PlannableJob, can: Abilities): Texts {
  const most = (can.instruct?.pictures ?? 1) - (hasInput(job, 'picture') ? 1 : 0);
  if (can.instruct && most > 0) return texts.fewer(most);
  return can.imageToImage && job.kind === 'grid' && hasInput(job, 'prompt')
    ? texts.onePrompt
    : texts.references;
}

function clipRejection(job: PlannableJob, can: Abilities): Texts | undefined {
  const { clip } = can;
  if (job.remix || (job.extend && !(clip?.fromPicture && job.clip))) return texts.continued;
  // A clip that has its length already is copied as it is.
  if (job.extend && addedTo(job) === 0) return undefined;
  const rejection = (job.extend ? undefined : startRejection(job, can)) ?? endRejection(job, can);
  if (rejection) return rejection;
  if (job.audio && !clip?.hasAudio) return texts.audio;
  return job.exclude.length > 0 && !canExclude(job, can) ? texts.exclude : undefined;
}

function startRejection(job: PlannableJob, { clip }: Abilities): Texts | undefined {
  const references = referencesIn(job).length;
  if (references > 0 && references > (clip?.references ? (clip.pictures ?? 1) : 0)) return texts.references;
  if (!hasInput(job, 'picture') && !clip?.fromWords && references === 0) return texts.words;
  return hasInput(job, 'picture') && !clip?.fromPicture ? texts.picture : undefined;
}

/** A loop ends with the picture that it begins with. */
function endRejection(job: PlannableJob, { clip }: Abilities): Texts | undefined {
  if (hasInput(job, 'last') && !clip?.canEndWith) return texts.last;
  if (!job.loop) return undefined;
  if (!clip?.canEndWith) return texts.loop;
  if (hasInput(job, 'last')) return texts.loopWithLast;
  return hasInput(job, 'picture') ? undefined : texts.loopOfWords;
}

/** Where the engine follows instructions, "without" is part of the instruction. */
function canExclude(job: PlannableJob, can: Abilities): boolean {
  return planJob(job, can).steps.every(
    ({ primitive }) => primitive === 'instruct' || can[primitive]?.hasNegative === true,
  );
}

const useNames: Readonly<Record<ReferenceUse, Texts>> = {
  content: { en: 'prompt', zh: '提示图' },
  style: { en: 'style reference', zh: '风格参考图' },
  character: { en: 'character reference', zh: '角色参考图' },
  object: { en: 'object reference', zh: '物体参考图' },
};

const texts = {
  kind: { en: 'None of its engines supports this operation.', zh: '它的引擎都不支持。' },
  mask: {
    en: 'It cannot change only a part of an image. Remove the mask, or choose another model.',
    zh: '它无法只修改图片的一部分。请移除蒙版，或选择其他模型。',
  },
  size: {
    en: 'It makes no images as large as the result would be. Upscale a smaller image, or choose another model.',
    zh: '它无法生成结果所需的尺寸。请放大较小的图片，或选择其他模型。',
  },
  references: {
    en: 'It cannot use these reference images. Remove them, or choose a model that follows image prompts and references.',
    zh: '它无法使用这些参考图片。请移除，或选择支持图片提示与参考图的模型。',
  },
  fewer: (most: number) => ({
    en: `It takes at most ${most} reference ${most === 1 ? 'image' : 'images'}, image prompts included. Remove the others, or choose another model.`,
    zh: `它最多接受 ${most} 张参考图片（含图片提示）。请移除多余的，或选择其他模型。`,
  }),
  onePrompt: {
    en: 'It takes one image prompt, and no reference images with it. Remove the others, or choose a model that follows image prompts and references.',
    zh: '它只接受一张图片提示，且不能与参考图同时使用。请移除其他图片，或选择支持图片提示与参考图的模型。',
  },
  exclude: {
    en: 'It does not support negative prompts, so --no would have no effect. Remove --no, or choose another model.',
    zh: '它不支持反向提示词，--no 不会生效。请移除 --no，或选择其他模型。',
  },
  continued: {
    en: 'It cannot continue or change a clip.',
    zh: '它无法延长或修改视频。',
  },
  last: { en: 'It cannot end a clip with a given image.', zh: '它无法指定视频的最后一帧。' },
  loop: {
    en: 'It cannot end a clip with a given image, so it makes no loops. Turn off the loop, or choose another model.',
    zh: '它无法指定视频的最后一帧，因此不能生成循环视频。请关闭循环，或选择其他模型。',
  },
  loopWithLast: {
    en: 'A loop ends with its first frame. Remove the last frame, or turn off the loop.',
    zh: '循环视频以第一帧结束。请移除最后一帧，或关闭循环。',
  },
  loopOfWords: {
    en: 'It makes loops from an image only. Add an image, or turn off the loop.',
    zh: '它只能由图片生成循环视频。请添加图片，或关闭循环。',
  },
  words: {
    en: 'It generates clips from an image only. Add an image.',
    zh: '它只能由图片生成视频。请添加图片。',
  },
  picture: {
    en: 'It generates clips from text only. Remove the image.',
    zh: '它只能由文字生成视频。请移除图片。',
  },
  audio: {
    en: 'It does not generate sound. Request a clip without sound.',
    zh: '它不生成声音。请选择无声视频。',
  },
} satisfies Record<string, Texts | ((most: number) => Texts)>;

/** Parameters that clients send by habit, and that models other than the built-in one do not know. */
function ignoredBy(job: PlannableJob, can: Abilities): string[] {
  const first = job.kind === 'grid' ? can.generate : can.imageToImage;
  const isSet: readonly (readonly [string, boolean])[] = [
    ['--stylize', job.stylize !== undefined],
    ['--weird', job.weird !== undefined],
    ['--chaos', job.chaos !== undefined],
    ['--style', job.style !== undefined],
    ['--exp', job.experimental !== undefined],
    ['--quality', job.quality !== undefined],
    ['--stop', job.stop !== undefined],
    ['--tile', job.tile === true && !first?.canTile],
    ['--sref', job.styleCodes !== undefined],
    ['--profile', job.isPersonalized === true],
    ...(job.passedParameters ?? []).map(passed => [passed.split(' ', 1)[0] ?? passed, true] as const),
    ['--sv', job.styleVersion !== undefined],
    ['::', job.parts?.some(({ weight }) => weight > 0 && weight !== 1) ?? false],
  ];
  return isSet.flatMap(([name, is]) => (is ? [name] : []));
}
