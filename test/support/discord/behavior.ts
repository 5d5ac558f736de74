/** How the fake of Discord, and of Midjourney in it, behaves. */

/** Midjourney's replies to prompts that it does not generate. */
export type MidjourneyError = 'banned' | 'invalid' | 'failed' | 'late' | 'captcha';

export interface DiscordBehavior {
  /**
   * The delay before each message, in milliseconds. The first message comes after the
   * response to the interaction.
   */
  pauseMs: number;
  /** Results are sent once this is resolved. */
  resultGate?: Promise<void> | undefined;
  /** Accepted interactions are answered once this is resolved. */
  answerGate?: Promise<void> | undefined;
  /** The response to interactions, which are then not accepted. */
  refusal?: { readonly status: number; readonly body: object } | undefined;
  /** Midjourney's reply instead of an image. */
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
