/** What an engine that knows only primitives offers: which kinds of jobs can be composed of them, and which job is too much for it. */
import type { Offer, PlannableJob, Texts } from '../engine-kind.ts';
import { isSelection, type JobKind } from '../engine.ts';
import { planJob } from './plan-job.ts';
import { excessiveUse, hasInput, referencesIn, referenceUse } from './references.ts';
import type { Abilities, ReferenceUse } from './step-engine.ts';

export function offerOf(abilities: Abilities): Offer {
  return {
    jobs: jobsOf(abilities),
    startsFromPixels: true,
    refusal: job => refusalOf(job, abilities),
    ignored: job => ignoredBy(job, abilities),
  };
}

/** The kinds of jobs that can be composed. `upscale` means with more detail: a candidate alone is copied without the engine. */
export function jobsOf(can: Abilities): JobKind[] {
  const fromPicture = can.imageToImage ?? can.instruct;
  const inPicture = can.inpaint ?? can.instruct;
  const isPossible: Record<JobKind, boolean> = {
    grid: Boolean(can.generate),
    upscale: Boolean(can.upscale ?? can.imageToImage),
    variation: Boolean(fromPicture),
    edit: Boolean(inPicture),
    retexture: Boolean(fromPicture),
    outpaint: Boolean(inPicture),
    clip: Boolean(can.clip),
    describe: Boolean(can.ask),
    shorten: Boolean(can.ask),
  };
  return (Object.keys(isPossible) as JobKind[]).filter(kind => isPossible[kind]);
}

/** Why the engine cannot do the job. Undefined: it can. */
export function refusalOf(job: PlannableJob, can: Abilities): Texts | undefined {
  if (isSelection(job)) return undefined;
  if (!jobsOf(can).includes(job.kind)) return texts.kind;
  if (job.kind === 'describe' || job.kind === 'shorten') return undefined;
  if (job.kind === 'clip') return clipRefusal(job, can);
  if (job.kind === 'upscale') return undefined;
  if (referencesIn(job).length > 0 && !referenceUse(job, can)) return referenceRefusal(job, can);
  return job.exclude.length > 0 && !canExclude(job, can) ? texts.exclude : undefined;
}

function referenceRefusal(job: PlannableJob, can: Abilities): Texts {
  const excess = excessiveUse(job, can);
  if (!excess) return texts.references;
  const { use, most } = excess;
  const names = useNames[use];
  const images = most === 1 ? 'image' : 'images';
  return {
    en: `It takes at most ${most} ${names.en} ${images}. Remove the others, or choose another model.`,
    zh: `它最多接受 ${most} 张${names.zh}。请移除多余的，或选择其他模型。`,
  };
}

function clipRefusal(job: PlannableJob, can: Abilities): Texts | undefined {
  const { clip } = can;
  const references = referencesIn(job).length;
  if (job.remix || (job.extend && !(clip?.fromPicture && job.clip))) return texts.continued;
  if (job.extend) return undefined;
  if (references > 0 && references > (clip?.references ? (clip.pictures ?? 1) : 0)) return texts.references;
  if (hasInput(job, 'last') && !clip?.canEndWith) return texts.last;
  if (!hasInput(job, 'picture') && !clip?.fromWords && references === 0) return texts.words;
  if (hasInput(job, 'picture') && !clip?.fromPicture) return texts.picture;
  if (job.audio && !clip?.hasAudio) return texts.audio;
  return job.exclude.length > 0 && !canExclude(job, can) ? texts.exclude : undefined;
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
  kind: { en: 'None of its engines knows how to.', zh: '它的引擎都不支持。' },
  references: {
    en: 'It cannot use these reference images. Remove them, or choose a model that follows image prompts and references.',
    zh: '它无法使用这些参考图片。请移除，或选择支持图片提示与参考图的模型。',
  },
  exclude: {
    en: 'It has no negative prompts, so --no would have no effect. Remove --no, or choose another model.',
    zh: '它不支持反向提示词，--no 不会生效。请移除 --no，或选择其他模型。',
  },
  continued: {
    en: 'It cannot continue or change a clip.',
    zh: '它无法延长或修改视频。',
  },
  last: { en: 'It cannot end a clip with a given image.', zh: '它无法指定视频的最后一帧。' },
  words: { en: 'It makes clips from an image only. Add an image.', zh: '它只能由图片生成视频。请添加图片。' },
  picture: {
    en: 'It makes clips from words only. Remove the image.',
    zh: '它只能由文字生成视频。请移除图片。',
  },
  audio: { en: 'It makes no sound. Ask for a clip without sound.', zh: '它不生成声音。请选择无声视频。' },
} satisfies Record<string, Texts>;

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
    ['--sv', job.styleVersion !== undefined],
    ['::', job.parts?.some(({ weight }) => weight > 0 && weight !== 1) ?? false],
  ];
  return isSet.flatMap(([name, is]) => (is ? [name] : []));
}
