/** What the fake of Discord, and of Midjourney in it, does. */

/** Midjourney's answers to what it does not draw. */
export type MidjourneyError = 'banned' | 'invalid' | 'failed' | 'late' | 'captcha';

export interface DiscordBehaviour {
  /** Before each message, in milliseconds. The first one comes after the answer to the interaction has arrived. */
  pauseMs: number;
  /** Results are sent when this is resolved. */
  held?: Promise<void> | undefined;
  /** Accepted interactions are answered when this is resolved. */
  answerHeld?: Promise<void> | undefined;
  /** The answer to interactions, which are then not accepted. */
  refusal?: { readonly status: number; readonly body: object } | undefined;
  /** What Midjourney says instead of drawing. */
  error?: MidjourneyError | undefined;
}

/** Embeds as Midjourney sends them: red ones are errors. */
const red = 16_711_680;

export const embeds = {
  banned: {
    type: 'rich',
    color: red,
    title: 'Banned prompt detected',
    description: 'The word is banned. Circumventing this filter may result in your access being revoked.',
    footer: { text: '/imagine fox' },
  },
  invalid: {
    type: 'rich',
    color: red,
    title: 'Invalid parameter',
    description: 'Unrecognized parameter(s): `--sketchy`',
    footer: { text: '/imagine fox' },
  },
  late: {
    type: 'rich',
    color: red,
    title: 'Job action restricted',
    description: 'Sorry, your image did not pass moderation.',
  },
} as const;
