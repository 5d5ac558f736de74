/**
 * What an engine that knows only primitives offers: which kinds of jobs can be composed of them, and which
 * jobs exceed its abilities.
 */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { formatCount } from '../../platform/lib/text/format-count.ts';
import type { Offer } from '../contract/kind/offer.ts';
import type { PlannableJob } from '../contract/kind/plannable-job.ts';
import type { Texts } from '../contract/kind/texts.ts';
import { isSelection } from '../contract/engine-job.ts';
import type { JobKind } from '@kinora/shared/models/job-kinds';
import { countAddedSeconds, isInstructible, isRepainting, planJob } from './plan-job.ts';
import { excessiveUse, hasInput, referencesIn, referenceUse } from './references.ts';
import type { Abilities } from '../contract/steps/ability.ts';
import type { Primitive } from '../contract/steps/primitive.ts';
import type { ReferenceUse } from '../contract/steps/step-reference.ts';

export function toOffer(abilities: Abilities): Offer {
  const { sizes } = abilities.generate ?? abilities.instruct ?? {};
  return {
    ...(sizes && { sizes }),
    jobs: listJobKinds(abilities),
    startsFromPixels: true,
    needs: describeNeeds,
    rejection: job => findRejection(job, abilities),
    listIgnored: job => listIgnored(job, abilities),
  };
}

/** The primitives by which each kind of job can be composed. One of them is enough. */
const ways: Readonly<Record<JobKind, readonly Primitive[]>> = {
  // An instruction works from reference images alone.
  grid: ['generate', 'instruct'],
  // An upscale adds detail: a candidate alone is copied without the engine.
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
export function listJobKinds(abilities: Abilities): JobKind[] {
  return (Object.keys(ways) as JobKind[]).filter(kind => ways[kind].some(way => abilities[way]));
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

/** Returns what an engine would need for this kind of job. */
function describeNeeds(kind: JobKind): Texts {
  const names = ways[kind].map(way => primitiveNames[way]);
  return { en: names.map(({ en }) => en).join(' or '), zh: names.map(({ zh }) => zh).join('或') };
}

/** Returns why the engine cannot do the job, or undefined if it can. */
export function findRejection(job: PlannableJob, abilities: Abilities): Reason | undefined {
  if (isSelection(job)) return undefined;
  if (!listJobKinds(abilities).includes(job.kind)) return reason('offer_none');
  if (isRepainting(job) && !abilities.inpaint && !abilities.instruct) return reason('offer_mask');
  if (job.kind === 'describe' || job.kind === 'shorten') return undefined;
  if (job.kind === 'clip') return clipRejection(job, abilities);
  if (job.kind === 'upscale') return reachesSize(job, abilities) ? undefined : reason('offer_size');
  if (job.kind === 'grid' && !abilities.generate && referencesIn(job).length === 0)
    return reason('offer_images_only');
  if (referencesIn(job).length > 0 && !canRefer(job, abilities)) return referenceRejection(job, abilities);
  return job.exclude.length > 0 && !canExclude(job, abilities) ? reason('offer_exclude') : undefined;
}

function canRefer(job: PlannableJob, abilities: Abilities): boolean {
  return isRepainting(job) ? isInstructible(job, abilities) : referenceUse(job, abilities) !== undefined;
}

/**
 * The last tenth of an edge can be added by resizing. An engine that makes smaller
 * pictures would add no detail.
 */
const minShare = 0.8;

function reachesSize(job: PlannableJob, abilities: Abilities): boolean {
  const [step] = planJob(job, abilities).steps;
  return step !== undefined && step.width * step.height >= job.width * job.height * minShare;
}

function referenceRejection(job: PlannableJob, abilities: Abilities): Reason {
  const excess = excessiveUse(job, abilities);
  if (!excess) return pictureRejection(job, abilities);
  const { use, most } = excess;
  const names = useNames[use];
  return reason('offer_fewer', {
    most: formatCount(most, `${names.en} image`),
    mostZh: ` ${most} 张${names.zh}`,
  });
}

function fewerReferences(most: number): Reason {
  return most === 1 ? reason('offer_one_reference') : reason('offer_fewer_references', { most });
}

/** Returns a rejection that names how many images are possible, if any. */
function pictureRejection(job: PlannableJob, abilities: Abilities): Reason {
  const most = (abilities.instruct?.pictures ?? 1) - (hasInput(job, 'picture') ? 1 : 0);
  if (abilities.instruct && most > 0) return fewerReferences(most);
  return abilities.imageToImage && job.kind === 'grid' && hasInput(job, 'prompt')
    ? reason('offer_one_prompt')
    : reason('offer_references');
}

function clipRejection(job: PlannableJob, abilities: Abilities): Reason | undefined {
  const { clip } = abilities;
  if (job.remix || (job.extend && !(clip?.fromPicture && job.clip))) return reason('offer_continued');
  // A clip that has its length already is copied as it is.
  if (job.extend && countAddedSeconds(job) === 0) return undefined;
  const rejection = (job.extend ? undefined : startRejection(job, abilities)) ?? endRejection(job, abilities);
  if (rejection) return rejection;
  if (job.audio && !clip?.hasAudio) return reason('offer_audio');
  return job.exclude.length > 0 && !canExclude(job, abilities) ? reason('offer_exclude') : undefined;
}

function startRejection(job: PlannableJob, { clip }: Abilities): Reason | undefined {
  const references = referencesIn(job).length;
  if (references > 0 && references > (clip?.references ? (clip.pictures ?? 1) : 0))
    return reason('offer_references');
  if (!hasInput(job, 'picture') && !clip?.fromWords && references === 0) return reason('offer_words');
  return hasInput(job, 'picture') && !clip?.fromPicture ? reason('offer_picture') : undefined;
}

/** A loop ends with the picture that it begins with. */
function endRejection(job: PlannableJob, { clip }: Abilities): Reason | undefined {
  if (hasInput(job, 'last') && !clip?.canEndWith) return reason('offer_last');
  if (!job.loop) return undefined;
  if (!clip?.canEndWith) return reason('offer_loop');
  if (hasInput(job, 'last')) return reason('offer_loop_with_last');
  return hasInput(job, 'picture') ? undefined : reason('offer_loop_of_words');
}

/** Where the engine follows instructions, "without" is part of the instruction. */
function canExclude(job: PlannableJob, abilities: Abilities): boolean {
  return planJob(job, abilities).steps.every(
    ({ primitive }) => primitive === 'instruct' || abilities[primitive]?.hasNegative === true,
  );
}

const useNames: Readonly<Record<ReferenceUse, Texts>> = {
  content: { en: 'prompt', zh: '提示图' },
  style: { en: 'style reference', zh: '风格参考图' },
  character: { en: 'character reference', zh: '角色参考图' },
  object: { en: 'object reference', zh: '物体参考图' },
};

/** Parameters that clients send by habit, and that models other than the built-in one do not know. */
function listIgnored(job: PlannableJob, abilities: Abilities): string[] {
  const ability = job.kind === 'grid' ? abilities.generate : abilities.imageToImage;
  const ignoredParameters: readonly (readonly [string, boolean])[] = [
    ['--stylize', job.stylize !== undefined],
    ['--weird', job.weird !== undefined],
    ['--chaos', job.chaos !== undefined],
    ['--style', job.style !== undefined],
    ['--exp', job.experimental !== undefined],
    ['--quality', job.quality !== undefined],
    ['--stop', job.stop !== undefined],
    ['--tile', job.tile === true && !ability?.canTile],
    ['--sref', job.styleCodes !== undefined],
    ['--profile', job.isPersonalized === true],
    ...(job.passedParameters ?? []).map(
      parameter => [parameter.split(' ', 1)[0] ?? parameter, true] as const,
    ),
    ['--sv', job.styleVersion !== undefined],
    ['::', job.parts?.some(({ weight }) => weight > 0 && weight !== 1) ?? false],
  ];
  return ignoredParameters.flatMap(([name, isGiven]) => (isGiven ? [name] : []));
}
