/**
 * Returns the existing task of a repeated submit (Idempotency-Key) before anything is checked, because its
 * pictures or the balance may be gone.
 */
import { findRepeat } from '../../../core/tasks/submit/find-repeat.ts';
import { readIdempotency, type SubmitDependencies } from '../../http/tasks/submit.ts';
import { keyOfTask, type OrderCall } from '../order/place-order.ts';
import { acceptedResponse, allAcceptedResponse, modalResponse } from '../wire/submit-response.ts';
import { readImageWire } from '../wire/image-wire.ts';

/** Wraps the handler of a submit: looks for an earlier submit with the same key first. */
export function withIdempotency<Call extends OrderCall>(
  parts: SubmitDependencies,
  handle: (call: Call) => Promise<unknown>,
): (call: Call) => Promise<unknown> {
  return async call => (await repeatedResponse(parts, call)) ?? handle(call);
}

async function repeatedResponse({ db }: SubmitDependencies, call: OrderCall) {
  const { body, token, language } = call;
  const { idempotencyKey, requestHash } = readIdempotency(call, body);
  if (idempotencyKey === undefined) return undefined;
  const { accountId } = token;
  const [first] = await findRepeat(db, { accountId, keys: [idempotencyKey], requestHash });
  if (!first) return undefined;
  const { batch = 1, finalPrompt, resultListsBatch = false } = readImageWire(first);
  const toExistingTask = (publicId: string) => ({ publicId, existed: true, waitingAhead: 0 });
  if (first.phase === 'waiting')
    return modalResponse([toExistingTask(first.publicId)], finalPrompt, language);
  const keys = Array.from({ length: batch }, (_, index) => keyOfTask(idempotencyKey, index));
  const tasks = batch === 1 ? [first] : await findRepeat(db, { accountId, keys, requestHash });
  const answer = resultListsBatch ? allAcceptedResponse : acceptedResponse;
  return answer(
    tasks.map(({ publicId }) => toExistingTask(publicId)),
    language,
  );
}
