/** The interactions of a user with Midjourney's bot: commands, and buttons by their custom_id. */
import { newRowId } from '../../../src/platform/lib/id.ts';

export interface Interaction {
  /** The number, from 1. The images generated for it have its color. */
  readonly number: number;
  readonly name: string;
  readonly isCommand: boolean;
  readonly customId: string | undefined;
  /** As Midjourney writes it in its messages. */
  readonly prompt: string;
  /** For a button: the candidate, from 1. */
  readonly index: number;
  readonly nonce: string;
  readonly channelId: string;
  /** The message that contains the button. */
  readonly messageId: string | undefined;
  /** The images that were uploaded for it. */
  readonly pictures: readonly Buffer[];
  /** The id of the job at Midjourney, which its buttons contain. */
  readonly hash: string;
  /** The message with the result. */
  readonly resultId: string;
}

export interface InteractionTerms {
  readonly number: number;
  readonly resultId: string;
  /** Files that were uploaded, by their name. */
  readonly uploads: ReadonlyMap<string, Buffer>;
  /** The interaction that created a message. */
  findResult(messageId: string): Interaction | undefined;
}

/**
 * Returns undefined if Discord does not accept it, because it names a file or a button that does not exist.
 */
export function readInteraction(body: any, terms: InteractionTerms): Interaction | undefined {
  const { number, resultId } = terms;
  const common = { number, nonce: body.nonce, channelId: body.channel_id, hash: newRowId(), resultId };
  if (body.type === 3) return readPress(body, common, terms);
  const { name, options, attachments = [] } = body.data;
  const pictures = attachments.map(({ uploaded_filename: file }: any) => terms.uploads.get(file));
  if (pictures.includes(undefined)) return undefined;
  const value = (option: string) => options.find((one: any) => one.name === option)?.value ?? '';
  const blendPrompt = `${pictures.map(() => shortLink()).join(' ')} ${value('dimensions')} --v 7.0`;
  const prompt = name === 'blend' ? blendPrompt : rewritePrompt(String(value('prompt')));
  const none = { customId: undefined, messageId: undefined, index: 0 };
  return { ...common, ...none, name, isCommand: true, prompt, pictures };
}

type Common = Pick<Interaction, 'number' | 'nonce' | 'channelId' | 'hash' | 'resultId'>;

function readPress(
  body: any,
  common: Common,
  { findResult: resultOf }: InteractionTerms,
): Interaction | undefined {
  const customId = String(body.data.custom_id);
  const [, , name = '', index, hash] = customId.split('::');
  const parent = resultOf(body.message_id);
  if (!parent || parent.hash !== hash) return undefined;
  const { prompt } = parent;
  const button = { customId, messageId: body.message_id, index: Number(index), name, prompt };
  return { ...common, ...button, isCommand: false, pictures: [] };
}

/** Midjourney shortens URLs and adds the version. */
function rewritePrompt(prompt: string): string {
  return prompt.replaceAll(/https?:\/\/\S+/g, shortLink).replace(/--v (\d+)$/, '--v $1.0');
}

const shortLink = () => `<https://s.mj.run/${newRowId().slice(-11)}>`;
