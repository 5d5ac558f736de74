/** Reads which event a client received last. */
import { fieldInvalid } from '@kinora/shared/errors/errors';
import type { Call } from '../route.ts';

/**
 * Reads Last-Event-ID, or `last_event_id` in the address for clients that cannot send the header.
 * Throws AppError `field_invalid`.
 */
export function lastEventId({
  request,
  query,
}: Pick<Call<unknown, { readonly last_event_id?: string | undefined }>, 'request' | 'query'>):
  | number
  | undefined {
  const header = request.headers['last-event-id'];
  if (typeof header === 'string' && header !== '' && !/^\d{1,15}$/.test(header))
    throw fieldInvalid('Last-Event-ID', 'event_number');
  const text = header || query.last_event_id;
  return text === undefined ? undefined : Number(text);
}
