/**
 * Chat clients ask the model of a conversation for its title, its tags, follow-up questions and
 * summaries. Such requests must not buy pictures: they are recognized by their form and answered in
 * words. The forms are those of `test/api/images/housekeeping.test.ts`, as the clients have them in
 * their sources in November 2026.
 */
import { contentIn, type Message } from './conversation.ts';

/**
 * Answers a housekeeping request. `format` is the field `response_format`: a request for JSON is never one
 * for pictures. Returns undefined if it is a request for pictures.
 */
export function housekeepingAnswer(messages: readonly Message[], format?: unknown): string | undefined {
  const texts = messages.map(message => contentIn(message).text);
  const housekeepingText = texts.find(text => isHousekeeping(text));
  const properties =
    readProperties(format) ??
    (housekeepingText === undefined ? undefined : propertiesNamedIn(housekeepingText));
  if (housekeepingText === undefined && properties === undefined) return undefined;
  const orderedTexts =
    housekeepingText === undefined
      ? texts
      : [...texts.filter(text => text !== housekeepingText), housekeepingText];
  const words = wordsIn(messages, orderedTexts, housekeepingText);
  if (properties === undefined) return makeTitle(words.at(0));
  return JSON.stringify(
    Object.fromEntries(properties.map(({ name, isList }) => [name, propertyValue(name, { isList, words })])),
  );
}

function isHousekeeping(text: string): boolean {
  return [
    // Open WebUI
    /^### Task:/,
    /^Your task is to reflect the speaker's likely facial expression/,
    // LibreChat
    /\b5-word-or-less title\b/i,
    /^Analyze this conversation and provide:\s+1\. The detected language/,
    // Cherry Studio
    /summarize the user's conversation into a title within 10 words/i,
    /(?:总结|概括)[^\n]{0,20}10 ?个字以内的标题/,
    // LobeChat
    /^You are a professional conversation summarizer\./,
    // NextChat
    /^Please generate a four to five word title summarizing our conversation/,
    /^使用四到五个字直接返回这句话的简要主题/,
    /^简要总结一下对话内容/,
    // Others
    /^(?:please )?(?:generate|create|write|provide) an? (?:very )?(?:short|concise|brief)[^.\n]{0,60}\btitle\b[^.\n]{0,60}\b(?:conversation|chat)/i,
    /^(?:summarize|summarise) (?:the|this) (?:conversation|discussion|chat)/i,
  ].some(form => form.test(text));
}

interface Property {
  readonly name: string;
  readonly isList: boolean;
}

/** The properties of the JSON that `response_format` demands. Undefined means it demands none. */
function readProperties(format: unknown): readonly Property[] | undefined {
  if (!isRecord(format)) return undefined;
  if (format['type'] === 'json_object') return [{ name: 'title', isList: false }];
  const { json_schema: jsonSchema } = format;
  const schema = isRecord(jsonSchema) ? jsonSchema['schema'] : undefined;
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  if (!isRecord(properties)) return undefined;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    isList: isRecord(property) && property['type'] === 'array',
  }));
}

/** Open WebUI shows the JSON that it wants, such as `{ "tags": ["tag1"] }`. */
function propertiesNamedIn(text: string): readonly Property[] | undefined {
  if (!text.startsWith('### Task:')) return undefined;
  const [, name, kind] = /\{\s*"(\w{1,40})"\s*:\s*(\[|")/.exec(text) ?? [];
  return name === undefined ? undefined : [{ name, isList: kind === '[' }];
}

function propertyValue(
  name: string,
  { isList, words }: { readonly isList: boolean; readonly words: readonly string[] },
): unknown {
  if (isList) return name === 'tags' ? ['Images'] : [];
  if (name === 'title') return makeTitle(words.at(0));
  // Open WebUI generates a picture from this prompt, so it is the user's last text.
  return name === 'prompt' ? (words.at(-1) ?? '') : '';
}

/** Returns what the user has written, in messages of their own or quoted in the request. */
function wordsIn(
  messages: readonly Message[],
  texts: readonly string[],
  housekeepingText: string | undefined,
): readonly string[] {
  const quoted = texts.flatMap(text =>
    [...text.matchAll(quotation)].map(([, plain, json, tagText]) => (plain ?? json ?? tagText ?? '').trim()),
  );
  if (quoted.length > 0) return quoted;
  return messages
    .filter(({ role }) => role === 'user')
    .map(message => contentIn(message).text)
    .filter(text => text !== housekeepingText && text !== '');
}

/** `USER: words`, `"mainText":"words"` of Cherry Studio, `<user>words` of LobeChat. */
const quotation =
  /(?:^|\n)[ \t]*(?:USER|User|user)[ \t]*:\s*([^\n]{1,2000})|"mainText":"((?:[^"\\]|\\.){1,2000})"|<user>\s*([^\n<]{1,2000})/g;

const titleWords = 6;

/** The first words, without parameters. */
function makeTitle(words = ''): string {
  const plain = words
    .replace(/\s--\w.*$/s, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.split(' ').slice(0, titleWords).join(' ').slice(0, 60) || 'Images';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
