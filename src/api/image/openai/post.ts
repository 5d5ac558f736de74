/** What all routes that create tasks in OpenAI's formats have in common. */
import { waiting } from '../../http/sent-headers.ts';

const ofSubmits = [
  'engine_loop',
  'group_closed',
  'banned_word',
  'prompt_flagged',
  'moderation_unavailable',
  'model_not_allowed',
  'insufficient_balance',
  'token_cap_reached',
  'token_expired',
  'account_suspended',
  'queue_full',
  'token_rate_reached',
  'token_open_reached',
  'account_open_reached',
  'idempotency_conflict',
  'picture_invalid',
  'link_invalid',
  'file_expired',
  'uploads_full',
  'response_late',
  'start_late',
  'end_user_cap_reached',
  'member_budget_reached',
  'model_unknown',
  'content_refused',
] as const;

export const post = {
  interfaceName: 'images',
  auth: 'key',
  method: 'POST',
  multipart: true,
  listFields: ['image', 'images'],
  headers: waiting,
  errorCodes: ofSubmits,
} as const;
