/** Steps as requests whose result is polled at the address in the response. */
import { z } from 'zod';
import type { JobHandle, JobProtocol, JobState } from '../../adapter-kit/hosted/job-protocol.ts';
import { type HttpResponse, readJson } from '../../adapter-kit/http/http-client.ts';
import { pictureRequest } from './bfl-request.ts';
import { maySendKey, type PollingTerms } from './polling-address.ts';

const createdShape = z.object({
  id: z.string().min(1),
  polling_url: z.string().nullish(),
  cost: z.number().nullish(),
});
const resultShape = z.object({
  status: z.string(),
  result: z.object({ sample: z.string().nullish() }).nullish(),
  progress: z.number().nullish(),
  error: z.string().nullish(),
  message: z.string().nullish(),
});

/** A credit costs a cent of a US dollar. */
const microsPerCredit = 10_000;
const refusalCode = 'content_policy_violation';

export function bflProtocol(terms: PollingTerms): JobProtocol {
  return {
    // A start that names a webhook is answered without `polling_url`, and the state
    // can only be asked for there.
    startRequest: step => pictureRequest(step),
    readJob: answer => readJobHandle(answer, terms),
    stateRequest: ({ id, poll }) => ({
      path: poll ? new URL(String(poll)) : `/v1/get_result?id=${encodeURIComponent(id)}`,
    }),
    readState: readJobState,
  };
}

/**
 * A polling address to which the key must not be sent is replaced by one below the base URL, because the
 * job was accepted.
 */
function readJobHandle(answer: HttpResponse, terms: PollingTerms): JobHandle {
  const { id, polling_url: pollingUrl, cost } = readJson(answer, createdShape);
  const address = URL.parse(pollingUrl ?? '');
  const poll = address && maySendKey(address, terms) ? address.href : '';
  return { id, poll, cost: cost ?? 0 };
}

function readJobState(answer: HttpResponse, { cost }: JobHandle): JobState {
  const { status, result, progress, error, message } = readJson(answer, resultShape);
  switch (status) {
    case 'Ready': {
      const costMicros = Math.ceil(Number(cost) * microsPerCredit);
      const url = result?.sample;
      const files = url ? [{ kind: 'picture', url } as const] : [];
      return { state: 'done', files, ...(costMicros > 0 && { costMicros }) };
    }
    case 'Request Moderated':
    case 'Content Moderated':
      return { state: 'failed', code: 'content_refused', text: status, retryable: false };
    case 'Error':
    case 'Failed': {
      const code = error === refusalCode ? 'content_refused' : 'engine_error';
      return { state: 'failed', code, text: message ?? error ?? status, retryable: code === 'engine_error' };
    }
    case 'Task not found':
      return { state: 'lost' };
    default:
      return { state: 'running', ...(progress != null && { progress }) };
  }
}
