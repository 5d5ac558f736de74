/**
 * Chat clients ask the model of a conversation for its title, its tags and follow-up questions. Such requests must not buy pictures: they
 * are recognised by their form and answered in words. Forms as of November 2026: Open WebUI begins with `### Task:` and names a JSON format;
 * LibreChat asks for "a concise, 5-word-or-less title"; Cherry Studio and LobeChat ask for "10 个字以内的标题".
 */
import type { Message } from './bodies.ts';
import { saidIn } from './conversation.ts';

/** Undefined: it is a request for pictures. */
export function housekeepingAnswer(messages: readonly Message[]): string | undefined {
  const texts = messages.map(message => saidIn(message).text);
  const asked = texts.find(text => isHousekeeping(text));
  if (asked === undefined) return undefined;
  const title = titleOf(texts.filter(text => text !== asked).at(-1) || asked);
  const [, name, kind] = /\{\s*"(\w{1,40})"\s*:\s*(\[|")/.exec(asked) ?? [];
  if (!asked.startsWith('### Task:') || name === undefined) return title;
  if (kind === '"') return JSON.stringify({ [name]: name === 'title' ? title : '' });
  return JSON.stringify({ [name]: name === 'tags' ? ['Images'] : [] });
}

function isHousekeeping(text: string): boolean {
  return [
    /^### Task:/,
    /\b5-word-or-less title\b/i,
    /(?:总结|概括)[^\n]{0,20}10 ?个字以内的标题/,
    /^(?:please )?(?:generate|create|write|provide) an? (?:very )?(?:short|concise|brief)[^.\n]{0,60}\btitle\b[^.\n]{0,60}\b(?:conversation|chat)/i,
    /^(?:summarize|summarise) (?:the|this) (?:conversation|discussion|chat)/i,
  ].some(form => form.test(text));
}

const titleWords = 6;

/** The first words of what the user has said, as far as the request quotes it. */
function titleOf(text: string): string {
  const quoted = /(?:^|\n)\s*(?:USER|User|user|Conversation)\s*:\s*\n?([^\n]{1,200})/.exec(text)?.[1] ?? text;
  const words = quoted
    .replace(/\s--\w.*$/, '')
    .replace(/^(?:USER|User|user)\s*:\s*/, '')
    .trim()
    .split(/\s+/)
    .slice(0, titleWords);
  return words.join(' ').slice(0, 60) || 'Images';
}
