/** The sentences of answers in a chat. */
import type { Language } from '@kinora/shared/errors/errors';
import { formatMicros } from '@kinora/shared/money';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import { fileAddress } from '../../http/reply/file-address.ts';
import { picturesOf } from '../openai/images-response.ts';
import type { Command } from './commands.ts';

export interface Answer {
  readonly content: string;
  /** Addresses of pictures, as OpenRouter's clients read them. */
  readonly images: readonly string[];
}

const shownCommands = 12;

/** Pictures and clips in Markdown, and how to go on. Links rather than data: every later request repeats the whole conversation. */
export function answerOf(
  task: TaskView,
  commands: readonly Command[],
  {
    baseUrl,
    language,
    currency,
  }: { readonly baseUrl: string; readonly language: Language; readonly currency: string },
): Answer {
  const images = picturesOf(task).map(output => fileAddress(baseUrl, output));
  const clips = task.outputs
    .filter(({ kind }) => kind === 'clip')
    .map(output => fileAddress(baseUrl, output));
  const alt = task.prompt.replaceAll(/[[\]\n]/g, ' ').slice(0, 80);
  const shown = [
    ...images.map(url => `![${alt}](${url})`),
    ...clips.map((url, index) => `[▶ ${index + 1}](${url})`),
    ...task.texts,
  ];
  const price = `${formatMicros(task.chargedMicros ?? 0n)} ${currency}`;
  const words = commands.slice(0, shownCommands).map(command => `\`${shownWords(command.words)}\``);
  const next = nextText(words.join(' '), language);
  return { content: `${shown.join('\n\n')}\n\n\`${task.publicId}\` · ${price}${next}`, images };
}

function shownWords(words: string): string {
  return /^[uv]\d+$/.test(words) ? words.toUpperCase() : words;
}

function nextText(words: string, language: Language): string {
  if (words === '') return '';
  return language === 'zh'
    ? `\n\n回复 ${words}，或 \`edit: …\` 修改图片，或输入新的提示词。`
    : `\n\nReply ${words}, \`edit: …\` to change it, or a new prompt.`;
}

/** What a model says to somebody who greets it. */
export function introduction(name: string, language: Language): string {
  return language === 'zh'
    ? `${name} 生成图片。请描述您想看到的内容，例如：雪中的红狐狸 --ar 16:9`
    : `${name} makes images. Describe what you want to see, for example: a red fox in the snow --ar 16:9`;
}

/** Whether a text greets, or asks what the model is, instead of describing a picture. */
export function isGreeting(text: string): boolean {
  return /^(?:hi|hello|hey|help|test|thanks?|thank you|who are you|what (?:can|do) you do|what are you|你好|您好|谢谢|你是谁|你能做什么)[\s!?.。！？]*$/i.test(
    text,
  );
}
