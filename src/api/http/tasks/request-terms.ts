/**
 * The fields that requests in OpenAI's formats have for their task besides its content: the end user, the
 * webhook, and how long the task may wait and is kept.
 */
import { z } from 'zod';
import { fieldInvalid } from '@kinora/shared/errors/errors';
import type { TaskRequest } from '../../../core/tasks/submit/task-request.ts';
import type { Call } from '../route.ts';

/** Forms send numbers as text. */
const seconds = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);

const longestStartSeconds = 86_400;
const shortestKeepSeconds = 60;

export const termFields = {
  user: z
    .string()
    .max(512)
    .optional()
    .describe('Your end user. Stored with the task; lists, usage and a cap of the token go by it.'),
  safety_identifier: z.string().max(512).optional().describe('The same as `user`, and used before it.'),
  webhook_url: z
    .string()
    .max(2000)
    .optional()
    .describe('URL that is notified when the task has ended (docs/hooks.md).'),
  timeout: seconds
    .pipe(z.number().int().min(1).max(longestStartSeconds))
    .optional()
    .describe(
      'Seconds within which the task has to start. Otherwise it is cancelled without charge. Also as the header `Cancel-After`.',
    ),
  expires_after: z
    .union([seconds, z.looseObject({ anchor: z.literal('created_at').optional(), seconds })])
    .optional()
    .describe(
      'Seconds that the files are kept, from 60 to the retention of the server, as a number or as `{"seconds": 3600}`.',
    ),
};
const terms = z.object(termFields);
type TermFields = z.infer<typeof terms>;

export type RequestTerms = Pick<TaskRequest, 'endUser' | 'keepSeconds' | 'startSeconds'>;

/** Throws AppError `field_invalid`. */
export function readTerms(
  { retentionHours }: { readonly retentionHours: number },
  { body, request }: Pick<Call<Partial<TermFields>>, 'body' | 'request'>,
): RequestTerms {
  const {
    user,
    safety_identifier: identifier,
    timeout = cancelAfter(request.headers['cancel-after']),
  } = body;
  const endUser = identifier?.trim() || user?.trim() || undefined;
  const keepSeconds = readKeepSeconds(body.expires_after, retentionHours);
  return {
    ...(endUser !== undefined && { endUser }),
    ...(keepSeconds !== undefined && { keepSeconds }),
    ...(timeout !== undefined && { startSeconds: timeout }),
  };
}

function readKeepSeconds(
  expiresAfter: TermFields['expires_after'],
  retentionHours: number,
): number | undefined {
  if (expiresAfter === undefined) return undefined;
  const keepSeconds = typeof expiresAfter === 'number' ? expiresAfter : expiresAfter.seconds;
  const maxSeconds = retentionHours * 3600;
  if (keepSeconds >= shortestKeepSeconds && keepSeconds <= maxSeconds) return keepSeconds;
  throw fieldInvalid('expires_after', 'out_of_range', { least: shortestKeepSeconds, most: maxSeconds });
}

/**
 * Reads the header `Cancel-After`, such as `90`, `90s` or `1m30s`, and returns seconds. Throws AppError
 * `field_invalid`.
 */
function cancelAfter(header: string | readonly string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  const [duration, hours = '0', minutes = '0', rest = '0'] =
    /^(?:(\d{1,2})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$/i.exec(String(header).trim()) ?? [];
  const totalSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
  if (duration && totalSeconds >= 1 && totalSeconds <= longestStartSeconds) return totalSeconds;
  throw fieldInvalid('Cancel-After', 'out_of_range', { least: 1, most: longestStartSeconds });
}
