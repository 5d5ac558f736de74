/** Reads what a conversation asks for, in any of the supported formats. */
import { z } from 'zod';

const part = z.union([
  z.looseObject({ type: z.enum(['text', 'input_text', 'output_text']), text: z.string() }),
  z.looseObject({
    type: z.enum(['image_url', 'input_image']),
    image_url: z.union([z.string(), z.looseObject({ url: z.string() })]),
  }),
  z.looseObject({ type: z.string() }),
]);

export const message = z.looseObject({
  role: z.string().max(20),
  content: z.union([z.string(), z.array(part).max(100)]).nullish(),
});
export type Message = z.infer<typeof message>;

/** A request of a chat client. */
export interface ChatRequest {
  readonly messages: readonly Message[];
  readonly model: string | undefined;
  /** The number of images. */
  readonly count: number;
  /** Further fields of the Images API, or parameters of a model that makes clips. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whether the message changes the image of the previous answer, regardless of its words. */
  readonly isEdit?: boolean;
  /** The field `response_format`, in any form. */
  readonly format?: unknown;
  /** Whether the client accepts only text. */
  readonly wantsWords?: boolean;
}

/** The words and the images of a message. */
export interface MessageContent {
  readonly text: string;
  readonly images: readonly string[];
}

/** The last message of the user, and what the assistant answered before it. */
export interface Conversation {
  readonly request: MessageContent;
  /** Empty if it is the first message. */
  readonly previousAnswer: string;
}

export function readConversation(messages: readonly Message[]): Conversation {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const requestMessage = messages[last] ?? messages.at(-1);
  const before = messages.slice(0, Math.max(0, last)).findLast(({ role }) => role === 'assistant');
  return { request: contentIn(requestMessage), previousAnswer: contentIn(before).text };
}

export function contentIn(message: Message | undefined): MessageContent {
  const { content } = message ?? {};
  if (typeof content === 'string') return { text: content.trim(), images: [] };
  const parts = (content ?? []) as readonly Readonly<Record<string, unknown>>[];
  const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  return { text: texts.join('\n').trim(), images: parts.flatMap(addressesIn) };
}

function addressesIn({ image_url: address }: Readonly<Record<string, unknown>>): string[] {
  const url = typeof address === 'string' ? address : (address as { url?: unknown } | undefined)?.url;
  return typeof url === 'string' ? [url] : [];
}

/** The task that an answer is about, by the id that every answer names. */
export function taskNamedIn(answer: string): string | undefined {
  return /`(\d{16}|video_[0-9a-f]{32})`/.exec(answer)?.[1];
}
