/**
 * What an instance offers, and which jobs are too much for it. Nothing is ignored: its
 * upstream knows all parameters.
 */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import type { EngineSettings } from '../../contract/kind/engine-settings.ts';
import type { Offer } from '../../contract/kind/offer.ts';
import type { PlannableJob } from '../../contract/kind/plannable-job.ts';
import { countCandidates, isSelection } from '../../contract/engine-job.ts';
import type { JobKind } from '@kinora/shared/models/job-kinds';
import { type Dialect, dialects } from './dialects.ts';
import type { MjProxySettings } from './settings.ts';

export function toOffer(settings: EngineSettings): Offer {
  const { dialect: name, clips } = settings as MjProxySettings;
  const dialect = clips ? dialects[name] : { ...dialects[name], clips: 'none' as const };
  return {
    jobs: listJobKinds(dialect),
    startsFromPixels: false,
    rejection: job => findRejection(job, dialect),
  };
}

/** `upscale` means with more detail: a candidate alone is always possible. */
export function listJobKinds(dialect: Dialect): JobKind[] {
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

/** Returns why the upstream cannot do the job, or undefined if it can, judging by the job alone. */
function findRejection(job: PlannableJob, dialect: Dialect): Reason | undefined {
  if (isSelection(job)) return undefined;
  if (!listJobKinds(dialect).includes(job.kind)) return reason('offer_none');
  if (job.kind === 'clip') return clipRejection(job, dialect);
  const isNamed = job.inputs?.some(({ role }) => role !== 'picture' && role !== 'mask' && role !== 'prompt');
  if (isNamed && dialect.references === 'none') return reason('offer_named_references');
  return (job.pictures ?? 0) > countCandidates({ kind: job.kind }) ? reason('offer_pictures') : undefined;
}

/** Its clips last five seconds, and are extended by four at a time. */
const clipSeconds = { least: 4, most: 6 };

function clipRejection(job: PlannableJob, { clips, knowsKey }: Dialect): Reason | undefined {
  const { inputs = [], seconds = 5, audio, remix, extend, prompt } = job;
  const isFromPicture = inputs.some(({ role }) => role === 'picture');
  if (audio) return reason('offer_audio');
  if (remix) return reason('offer_changed');
  if (extend) return undefined;
  if (seconds < clipSeconds.least || seconds > clipSeconds.most) return reason('offer_seconds');
  if (inputs.some(({ role }) => role !== 'picture' && role !== 'last'))
    return reason('offer_named_references');
  if (!isFromPicture && clips !== 'words') return reason('offer_words');
  // Another Kinora takes a picture alone.
  return prompt.trim() === '' && !knowsKey ? reason('offer_silent') : undefined;
}
