/** What an instance offers, and which jobs are too much for it. Nothing is ignored: its upstream knows all parameters. */
import type { EngineSettings, Offer, PlannableJob, Texts } from '../../contract/engine-kind.ts';
import { candidatesOf, isSelection } from '../../contract/engine.ts';
import type { JobKind } from '@kinora/shared/models/job-kinds';
import { type Dialect, dialects } from './dialects.ts';
import type { MjProxySettings } from './settings.ts';

export function offerOf(settings: EngineSettings): Offer {
  const { dialect: name, clips } = settings as MjProxySettings;
  const dialect = clips ? dialects[name] : { ...dialects[name], clips: 'none' as const };
  return {
    jobs: jobsOf(dialect),
    startsFromPixels: false,
    rejection: job => rejectionOf(job, dialect),
  };
}

/** `upscale` means with more detail: a candidate alone is always possible. */
export function jobsOf(dialect: Dialect): JobKind[] {
  const isPossible: Record<JobKind, boolean> = {
    grid: true,
    upscale: dialect.hasButtons,
    variation: true,
    edit: dialect.edits !== 'none',
    retexture: dialect.retextures,
    outpaint: dialect.hasButtons,
    clip: dialect.clips !== 'none',
    describe: true,
    shorten: dialect.shortens,
  };
  return (Object.keys(isPossible) as JobKind[]).filter(kind => isPossible[kind]);
}

/** Why the upstream cannot do the job. Undefined: it can, as far as the job alone tells. */
function rejectionOf(job: PlannableJob, dialect: Dialect): Texts | undefined {
  if (isSelection(job)) return undefined;
  if (!jobsOf(dialect).includes(job.kind)) return texts.kind;
  if (job.kind === 'clip') return clipRejection(job, dialect);
  const isNamed = job.inputs?.some(({ role }) => role !== 'picture' && role !== 'mask' && role !== 'prompt');
  if (isNamed && dialect.references === 'none') return texts.references;
  return (job.pictures ?? 0) > candidatesOf({ kind: job.kind }) ? texts.pictures : undefined;
}

/** Its clips last five seconds, and are extended by four at a time. */
const clipSeconds = { least: 4, most: 6 };

function clipRejection(job: PlannableJob, { clips, knowsKey }: Dialect): Texts | undefined {
  const { inputs = [], seconds = 5, audio, remix, extend, prompt } = job;
  const isFromPicture = inputs.some(({ role }) => role === 'picture');
  if (audio) return texts.audio;
  if (remix) return texts.remix;
  if (extend) return undefined;
  if (seconds < clipSeconds.least || seconds > clipSeconds.most) return texts.seconds;
  if (inputs.some(({ role }) => role !== 'picture' && role !== 'last')) return texts.references;
  if (!isFromPicture && clips !== 'words') return texts.words;
  // Another Kinora takes a picture alone.
  return prompt.trim() === '' && !knowsKey ? texts.silent : undefined;
}

const texts = {
  kind: { en: 'None of its engines supports this operation.', zh: '它的引擎都不支持。' },
  pictures: {
    en: 'It generates four images at a time. Request at most 4.',
    zh: '它每次生成四张图片。请最多请求 4 张。',
  },
  references: {
    en: 'It cannot use these reference images. Remove them, or choose a model that follows references.',
    zh: '它无法使用这些参考图片。请移除，或选择支持参考图的模型。',
  },
  audio: {
    en: 'It does not generate sound. Request a clip without sound.',
    zh: '它不生成声音。请选择无声视频。',
  },
  remix: { en: 'It cannot change a clip. Start from an image.', zh: '它无法修改视频。请从图片开始。' },
  seconds: {
    en: 'It generates clips of 5 seconds. Request 5 seconds, then extend the clip.',
    zh: '它生成 5 秒的视频。请选择 5 秒，然后延长视频。',
  },
  words: {
    en: 'It generates clips from an image only. Add an image.',
    zh: '它只能由图片生成视频。请添加图片。',
  },
  silent: {
    en: 'A clip requires a prompt. Describe the motion.',
    zh: '它需要文字才能生成视频。请描述动作。',
  },
} satisfies Record<string, Texts>;
