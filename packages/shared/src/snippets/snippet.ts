/**
 * Example code for a request: of a form of the Console, of a model, of a new token. Server and Console make
 * it here, so that a reader sees the same code everywhere. To add a language, write its file beside this one
 * and name it in `snippet-languages.ts`.
 */

/** The interfaces that a request can use. */
export const snippetInterfaces = ['images', 'videos', 'chat', 'midjourney'] as const;
export type SnippetInterface = (typeof snippetInterfaces)[number];

/** How the code gets the result. Undefined if it only sends the request. */
export type Follow = 'polling' | 'webhook';

interface Destination {
  /** The server's address, without a trailing slash. */
  readonly server: string;
  /** The environment variable that has the key of the token. Code never has the key itself. */
  readonly variable: string;
}

/** OpenAI's Images API, which answers with the pictures. */
export interface ImagesSnippet extends Destination {
  readonly prompt: string;
  readonly model?: string | undefined;
  readonly count: number;
  /** The address of a picture to edit. */
  readonly image?: string | undefined;
}

/** Chat completions, which answer with the pictures or the clip. */
export interface ChatSnippet extends Destination {
  readonly prompt: string;
  readonly model: string;
  /** The addresses of pictures in the message. */
  readonly images?: readonly string[] | undefined;
  /** Fields that chat completions do not have elsewhere, such as `seconds`. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** A submit of the image interface, which answers with the ID of a task. */
export interface MidjourneySnippet extends Destination {
  /** The last part of the path of the submit, such as `imagine`. */
  readonly submit: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly follow?: Follow | undefined;
}

/** A new clip of the video interface, which answers with its ID. */
export interface VideosSnippet extends Destination {
  readonly body: Readonly<Record<string, unknown>>;
  readonly follow?: Follow | undefined;
}

/** What a language can write. It may lack an interface. */
export interface SnippetWriters {
  readonly images?: (request: ImagesSnippet) => string;
  readonly chat?: (request: ChatSnippet) => string;
  readonly midjourney?: (request: MidjourneySnippet) => string;
  readonly videos?: (request: VideosSnippet) => string;
}

export interface SnippetLanguage {
  readonly label: string;
  /** The language that its highlighting follows. */
  readonly highlight: 'curl' | 'javascript' | 'python';
  readonly writers: SnippetWriters;
}

/** The environment variables of keys, by the kind of the token. */
export const keyVariables = { image: 'IMAGE_TOKEN', video: 'VIDEO_TOKEN' } as const;

/** Where webhooks go in example code. */
export const exampleHook = 'https://example.com/hooks/kinora';

/** The messages of a chat with one question, and its pictures. */
export function chatMessages({ prompt, images = [] }: Pick<ChatSnippet, 'prompt' | 'images'>): object[] {
  if (images.length === 0) return [{ role: 'user', content: prompt }];
  const pictures = images.map(url => ({ type: 'image_url', image_url: { url } }));
  return [{ role: 'user', content: [{ type: 'text', text: prompt }, ...pictures] }];
}

/** The body with the field for a webhook, if the code follows by one. */
export function withHook(
  { body, follow }: Pick<VideosSnippet, 'body' | 'follow'>,
  field: 'notifyHook' | 'webhook_url',
): Readonly<Record<string, unknown>> {
  return follow === 'webhook' ? { ...body, [field]: exampleHook } : body;
}
