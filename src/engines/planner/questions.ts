/** The questions of jobs that return texts, and how their answers are read. */
import { normalizePicture } from '../../media/picture/fit-picture.ts';
import { toPng } from '../../media/picture/picture.ts';
import type { EngineJob } from '../contract/engine-job.ts';
import { requireInput } from './require-input.ts';
import type { AskStep } from '../contract/steps/step.ts';
import { describeQuestion, readDescriptions, repairDescription } from './words/describe.ts';
import { readShortened, repairWeights, shortenQuestion } from './words/shorten.ts';

type QuestionStep = Pick<AskStep, 'prompt' | 'schema' | 'picture'>;

/** The longest edge of a picture, because more pixels do not help a language model. */
const maxEdge = 1024;

/**
 * The question of a `describe` or `shorten` job. `answer` is an earlier answer that could not be used. Absent
 * for the first question.
 */
export async function composeQuestion(job: EngineJob, answer?: string): Promise<QuestionStep> {
  if (job.kind === 'shorten')
    return answer === undefined ? shortenQuestion(job.prompt) : repairWeights(answer, job.prompt);
  const picture = await normalizePicture(requireInput(job, 'picture').bytes, { maxEdge });
  const { width, height } = picture;
  return {
    ...(answer === undefined ? describeQuestion() : repairDescription(answer)),
    picture: { contentType: 'image/png', width, height, bytes: await toPng(picture) },
  };
}

/** The texts of the job. Returns undefined if the answer cannot be used. */
export function readTexts(job: EngineJob, answer: string): readonly string[] | undefined {
  return job.kind === 'shorten'
    ? readShortened(answer, job.prompt)
    : readDescriptions(answer, requireInput(job, 'picture'));
}
