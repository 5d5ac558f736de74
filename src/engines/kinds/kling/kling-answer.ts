/** What Kling answers. Failures have a code of their own, with HTTP 200 or another status. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { JobHandle, JobRequest, JobState } from '../../adapter-kit/hosted/job-protocol.ts';
import { type HttpClient, type HttpResponse, readJson } from '../../adapter-kit/http/http-client.ts';
import { jobEnd } from '../../adapter-kit/http/job-words.ts';
import { failureText, unfundedError } from '../../adapter-kit/http/http-failures.ts';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';

const answerShape = z.object({
  code: z.number(),
  message: z.string().nullish(),
  data: z
    .object({
      task_id: z.string().nullish(),
      task_status: z.string().nullish(),
      task_status_msg: z.string().nullish(),
      task_info: z.object({ external_task_id: z.string().nullish() }).nullish(),
      task_result: z.object({ videos: z.array(z.object({ url: z.string().nullish() })).nullish() }).nullish(),
    })
    .nullish(),
});

type Verdict = 'unauthorized' | 'unpaid' | 'rejected' | 'absent' | 'refused' | 'busy';

/** Its code for a resource that is not there. */
export const unknownTask = 1203;

/** Codes that say that nothing was accepted. Any other code leaves that open. */
const verdicts: Readonly<Record<number, Verdict>> = {
  1000: 'unauthorized',
  1001: 'unauthorized',
  1002: 'unauthorized',
  1003: 'unauthorized',
  1004: 'unauthorized',
  1100: 'unpaid',
  1101: 'unpaid',
  1102: 'unpaid',
  1103: 'unauthorized',
  1200: 'rejected',
  1201: 'rejected',
  1202: 'absent',
  1203: 'absent',
  1300: 'refused',
  1301: 'refused',
  1302: 'busy',
  1303: 'busy',
  1304: 'unauthorized',
};

export function readAnswer(response: HttpResponse): z.infer<typeof answerShape> {
  return readJson(response, answerShape);
}

/** Returns undefined if it has no code that is known. */
export function klingFailure(response: HttpResponse, client: HttpClient): EngineError | undefined {
  const { data: answer } = answerShape.safeParse(boundedJson(response.bytes));
  const cause = failureText(response, client);
  switch (verdicts[answer?.code ?? 0]) {
    case 'unauthorized':
      return new EngineError('engine_unauthorized', reason('secret_rejected'), { notStarted: true, cause });
    case 'unpaid':
      return unfundedError(cause);
    case 'rejected':
      return new EngineError('engine_rejected', reason('rejected', { said: cause }), { notStarted: true });
    case 'absent':
      return new EngineError('engine_error', reason('not_supported'), {
        retryable: true,
        notStarted: true,
        cause,
      });
    case 'refused':
      return new EngineError('content_refused', reason('refused', { said: cause }), { notStarted: true });
    case 'busy':
      return new EngineError('engine_busy', reason('not_accepting'), {
        retryable: true,
        notStarted: true,
        cause,
      });
    default:
      return undefined;
  }
}

/** Throws for a refusal with HTTP 200. A task is asked for at the path where it was created. */
export function jobIn(response: HttpResponse, client: HttpClient, { path }: JobRequest): JobHandle {
  const { code, data } = readAnswer(response);
  if (code !== 0) throw klingFailure(response, client) ?? unclearError(code);
  if (data?.task_id) return { id: data.task_id, path: String(path) };
  throw new EngineError('engine_error', reason('job_unnamed'));
}

export function readJobState(response: HttpResponse): JobState {
  const { code, data } = readAnswer(response);
  if (code === unknownTask) return { state: 'lost' };
  if (code !== 0 || !data) throw unclearError(code);
  switch (jobEnd(data.task_status)) {
    case 'done': {
      const urls = (data.task_result?.videos ?? []).map(({ url }) => url).filter(url => url != null);
      return { state: 'done', files: urls.map(url => ({ kind: 'clip', url })) };
    }
    case 'failed':
      // Refused contents look like any other failure here: only the words differ (http/job-words.ts).
      return { state: 'failed', code: 'engine_error', text: data.task_status_msg ?? '', retryable: true };
    default:
      return { state: 'running' };
  }
}

function unclearError(code: number): EngineError {
  return new EngineError('engine_unavailable', reason('code_returned', { code }), { retryable: true });
}
