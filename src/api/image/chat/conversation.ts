/** Reads what a conversation asks for. */
import type { Message } from './bodies.ts';

/** The words and the pictures of a message. */
export interface Said {
  readonly text: string;
  readonly images: readonly string[];
}

/** The last message of the user, and what the assistant said before it. */
export interface Conversation {
  readonly asked: Said;
  /** Empty if it is the first message. */
  readonly answered: string;
}

export function readConversation(messages: readonly Message[]): Conversation {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages[last] ?? messages.at(-1);
  const before = messages.slice(0, Math.max(0, last)).findLast(({ role }) => role === 'assistant');
  return { asked: saidIn(asked), answered: saidIn(before).text };
}

export function saidIn(message: Message | undefined): Said {
  const { content } = message ?? {};
  if (typeof content === 'string') return { text: content.trim(), images: [] };
  const texts: string[] = [];
  const images: string[] = [];
  for (const { type, ...part } of content ?? []) {
    if (type === 'text' && typeof part['text'] === 'string') texts.push(part['text']);
    const address = part['image_url'];
    if (type !== 'image_url') continue;
    if (typeof address === 'string') images.push(address);
    else if (typeof (address as { url?: unknown } | undefined)?.url === 'string')
      images.push((address as { url: string }).url);
  }
  return { text: texts.join('\n').trim(), images };
}

/** The task that an answer is about, by the id that every answer names. */
export function taskNamedIn(answer: string): string | undefined {
  return /`(\d{16})`/.exec(answer)?.[1];
}
