/** What an instance can do for a model. */
import type { Reason } from '@kinora/shared/errors/reason';
import type { SizeRules } from '../../../media/picture/size-rules.ts';
import type { JobKind } from '@kinora/shared/models/job-kinds';
import type { Texts } from './texts.ts';
import type { PlannableJob } from './plannable-job.ts';

/** What an instance can do for one model. */
export interface Offer {
  /** The kinds of jobs that it can do. */
  readonly jobs: readonly JobKind[];
  /**
   * Whether follow-ups need only the pixels of a picture. Otherwise they need the
   * recipe of an engine of this kind.
   */
  readonly startsFromPixels: boolean;
  /** Returns why it cannot do this job, as a sentence. Returns undefined if it can. */
  rejection?(job: PlannableJob): Reason | undefined;
  /**
   * Names the abilities that it would need for jobs of this kind, such as `inpainting or editing by
   * instruction`. Absent if nothing would help.
   */
  needs?(kind: JobKind): Texts;
  /** The sizes in which it generates images. Absent means any size. */
  readonly sizes?: SizeRules;
  /** Inline parameters that have no effect here, such as `--stylize`. */
  listIgnored?(job: PlannableJob): readonly string[];
}
