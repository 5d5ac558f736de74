/** Where a client of a stream of events goes on: what it has seen last. */
import { AppError } from '../errors.ts';
import type { Call } from './route.ts';

/** Last-Event-ID as a browser sends it, or in the address for clients that cannot. Throws AppError `field_invalid`. */
export function lastEventId({
  request,
  query,
}: Pick<Call<unknown, { readonly last_event_id?: string | undefined }>, 'request' | 'query'>):
  | number
  | undefined {
  const header = request.headers['last-event-id'];
  if (typeof header === 'string' && header !== '' && !/^\d{1,15}$/.test(header))
    throw new AppError('field_invalid', {
      param: 'Last-Event-ID',
      reason: 'the number of an event is expected.',
    });
  const text = header || query.last_event_id;
  return text === undefined ? undefined : Number(text);
}
