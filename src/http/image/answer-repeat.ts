/** A submit that was made before (Idempotency-Key) is answered first: what it named may be gone, or the money. */
import { findRepeat } from '../../tasks/find-repeat.ts';
import { repeatOf, type SubmitParts } from '../submit.ts';
import { keyOfTask, type OrderCall } from './place-order.ts';
import { acceptedAnswer, modalAnswer } from './submit-answer.ts';
import type { ImageWire } from './wire.ts';

/** The handler of a submit, preceded by a look for its repeat. */
export function onceByKey<Call extends OrderCall>(
  parts: SubmitParts,
  handle: (call: Call) => Promise<unknown>,
): (call: Call) => Promise<unknown> {
  return async call => (await repeatedAnswer(parts, call)) ?? handle(call);
}

async function repeatedAnswer({ db }: SubmitParts, { request, body, token, language }: OrderCall) {
  const { idempotencyKey, requestHash } = repeatOf(request, body);
  if (idempotencyKey === undefined) return undefined;
  const { accountId } = token;
  const [first] = await findRepeat(db, { accountId, keys: [idempotencyKey], requestHash });
  if (!first) return undefined;
  const { batch = 1, finalPrompt } = first.wire as unknown as ImageWire;
  const submitted = (publicId: string) => ({ publicId, existed: true, waitingAhead: 0 });
  if (first.phase === 'waiting') return modalAnswer([submitted(first.publicId)], finalPrompt, language);
  const keys = Array.from({ length: batch }, (_, index) => keyOfTask(idempotencyKey, index));
  const tasks = batch === 1 ? [first] : await findRepeat(db, { accountId, keys, requestHash });
  return acceptedAnswer(
    tasks.map(({ publicId }) => submitted(publicId)),
    language,
  );
}
