/**
 * What a chat client gets: the files of a task in Markdown with ways to continue, or a sentence without a
 * task.
 */
import type { Language } from '@kinora/shared/errors/errors';
import { formatMicros } from '@kinora/shared/money';
import type { Output, TaskView } from '../../core/tasks/read/task-view.ts';
import { fileAddress } from '../http/reply/file-address.ts';
import { findThumbnail } from '../http/reply/find-thumbnail.ts';
import type { Call } from '../http/route.ts';
import type { TaskRouteDependencies } from '../http/tasks/task-route-parts.ts';
import { listPictures } from '../image/openai/images-response.ts';
import { clipCommands } from './clip-chat.ts';
import { listCommands } from './commands.ts';

export interface Answer {
  readonly content: string;
  /** Addresses of images, as OpenRouter's clients read them. */
  readonly images: readonly string[];
}

type AnswerDependencies = Pick<TaskRouteDependencies, 'catalogue' | 'currency'>;
type AnswerCall = Pick<Call, 'token' | 'baseUrl' | 'language'>;

/**
 * Writes the pictures as links and not as data, because every later request repeats the whole conversation.
 */
export function toAnswer(parts: AnswerDependencies, call: AnswerCall, task: TaskView): Answer {
  const { baseUrl, language } = call;
  const images = listPictures(task).map(output => fileAddress(baseUrl, output));
  const clips = task.outputs.filter(({ kind }) => kind === 'clip');
  const alt = task.prompt.replaceAll(/[[\]\n]/g, ' ').slice(0, 80);
  const paragraphs = [
    ...images.map(url => `![${alt}](${url})`),
    ...clips.map((clip, index) => clipText(task, clip, { alt: alt || String(index + 1), baseUrl })),
    ...task.texts,
  ];
  const price = `${formatMicros(task.chargedMicros ?? 0n)} ${parts.currency}`;
  const next = writeNextText(listCommandWords(parts, call, task), { language, canEdit: images.length > 0 });
  return { content: `${paragraphs.join('\n\n')}\n\n\`${task.publicId}\` · ${price}${next}`, images };
}

/** The poster, which leads to the clip, and a link for clients that show no images with links. */
function clipText(
  { outputs }: TaskView,
  clip: Output,
  { alt, baseUrl }: { readonly alt: string; readonly baseUrl: string },
): string {
  const address = fileAddress(baseUrl, clip);
  const poster = findThumbnail(outputs, clip);
  const seconds = clip.durationMs === null ? '' : ` (${Math.round(clip.durationMs / 100) / 10} s)`;
  const link = `[▶ ${alt}${seconds}](${address})`;
  return poster ? `[![${alt}](${fileAddress(baseUrl, poster)})](${address})\n\n${link}` : link;
}

const shownCommands = 12;

function listCommandWords(
  parts: AnswerDependencies,
  { token }: AnswerCall,
  task: TaskView,
): readonly string[] {
  const words =
    task.interface === 'video'
      ? clipCommands(parts, token, task)
      : listCommands(parts, token, task).map(command => command.words);
  return words.slice(0, shownCommands).map(each => (/^[uv]\d+$/.test(each) ? each.toUpperCase() : each));
}

function writeNextText(
  words: readonly string[],
  { language, canEdit }: { readonly language: Language; readonly canEdit: boolean },
): string {
  if (words.length === 0) return '';
  const all = [...words, ...(canEdit ? ['edit: …'] : [])].map(each => `\`${each}\``).join(' ');
  return language === 'zh' ? `\n\n回复 ${all}，或输入新的提示词。` : `\n\nReply ${all}, or a new prompt.`;
}

/** Returns the answer of a model to a greeting. */
export function introduction(name: string, kind: 'image' | 'video', language: Language): string {
  const example = kind === 'image' ? 'a red fox in the snow --ar 16:9' : 'a red fox runs through the snow';
  if (language === 'en')
    return `${name} makes ${kind === 'image' ? 'images' : 'clips'}. Describe what you want to see, for example: ${example}`;
  return kind === 'image'
    ? `${name} 生成图片。请描述您想看到的内容，例如：雪中的红狐狸 --ar 16:9`
    : `${name} 生成视频。请描述您想看到的内容，例如：红狐狸跑过雪地`;
}

/** Whether a text greets, or asks what the model is, instead of describing a picture. */
export function isGreeting(text: string): boolean {
  return /^(?:hi|hello|hey|help|test|thanks?|thank you|who are you|what (?:can|do) you do|what are you|你好|您好|谢谢|你是谁|你能做什么)[\s!?.。！？]*$/i.test(
    text,
  );
}
