/** A fake of Midjourney's bot: the messages with which it replies to an interaction, in its wording. */
import { systemClock } from '@kinora/shared/clock';
import { type DiscordBehavior, embeds } from './behavior.ts';
import type { Gateway } from './gateway.ts';
import type { Interaction } from './interactions.ts';
import { cellPicture, gridPicture, sketchPicture } from './pictures.ts';

export interface MidjourneyDependencies {
  readonly behavior: DiscordBehavior;
  readonly gateway: Gateway;
  /** Stores a file. Returns its URL at Discord. */
  attach(name: string, bytes: Buffer): string;
  /** A new id of Discord. */
  newId(): string;
}

const bot = { id: '936929561302675456', username: 'Midjourney Bot', bot: true };
const user = '<@1012983546824114217>';
const descriptions = ['a red fox --ar 1:1', 'a fox in snow', 'an orange animal', 'a small fox'];

interface Draft {
  readonly parts: MidjourneyDependencies;
  readonly interaction: Interaction;
  readonly messageId: string;
}

/** Resolves when the interaction has ended. */
export async function answerInteraction(
  parts: MidjourneyDependencies,
  interaction: Interaction,
): Promise<void> {
  const draft: Draft = { parts, interaction, messageId: parts.newId() };
  const { nonce } = interaction;
  await pause(draft);
  parts.gateway.dispatch('INTERACTION_CREATE', { id: parts.newId(), nonce });
  parts.gateway.dispatch('INTERACTION_SUCCESS', { id: parts.newId(), nonce });
  const { error } = parts.behavior;
  if (error === 'banned' || error === 'invalid') return post(draft, { nonce, embeds: [embeds[error]] });
  if (error === 'failed')
    return post(draft, { nonce, content: 'Failed to process your command :disappointed:' });
  if (error === 'captcha') return askCaptcha(draft);
  if (interaction.name === 'describe') return describe(draft);
  post(draft, { nonce, content: `${startText(interaction)} ${user} (Waiting to start)` });
  await draw(draft);
}

async function draw(draft: Draft): Promise<void> {
  const { parts, interaction, messageId } = draft;
  const { number, name } = interaction;
  if (name !== 'upsample') {
    await showProgress(draft, 0);
    await showProgress(draft, 31);
  }
  await parts.behavior.resultGate;
  await pause(draft);
  if (parts.behavior.error === 'late') return edit(draft, { embeds: [embeds.late] });
  if (name !== 'upsample') await showProgress(draft, 78);
  parts.gateway.dispatch('MESSAGE_DELETE', { id: messageId, channel_id: interaction.channelId });
  const picture =
    name === 'upsample' ? await cellPicture(number, interaction.index - 1) : await gridPicture(number);
  const url = parts.attach(`user_${promptSlug(interaction.prompt)}_${interaction.hash}.png`, picture);
  post(
    { ...draft, messageId: interaction.resultId },
    { content: endText(interaction), attachments: [{ id: parts.newId(), url }], ...toReference(interaction) },
  );
}

async function showProgress(draft: Draft, percent: number): Promise<void> {
  const { parts, interaction } = draft;
  await pause(draft);
  const name = `${interaction.hash}_grid_0.webp`;
  const url = percent > 0 && parts.attach(name, await sketchPicture(interaction.number));
  const attachments = url ? [{ id: parts.newId(), url }] : [];
  edit(draft, { content: `${startText(interaction)} ${user} (${percent}%) (fast)`, attachments });
}

async function describe(draft: Draft): Promise<void> {
  const { parts, interaction } = draft;
  post(draft, { nonce: interaction.nonce, flags: 128 });
  await parts.behavior.resultGate;
  await pause(draft);
  const url = parts.attach('user_described.png', interaction.pictures[0] ?? Buffer.alloc(0));
  const description = descriptions.map((text, index) => `${index + 1}\u{FE0F}\u{20E3} ${text}`).join('\n\n');
  edit(draft, { embeds: [{ type: 'rich', description, image: { url } }] });
}

/** Discord sends it through the gateway, without a message. */
function askCaptcha({ parts, interaction }: Draft): void {
  const { nonce, channelId } = interaction;
  const iframe = { title: 'Solve the captcha', iframe_path: '/captcha/embedded/index.html' };
  parts.gateway.dispatch('MESSAGE_CREATE', { id: parts.newId(), channel_id: channelId, nonce, ...iframe });
}

function post({ parts, interaction, messageId }: Draft, fields: object): void {
  parts.gateway.dispatch('MESSAGE_CREATE', toMessage(interaction, messageId, fields));
}

function edit({ parts, interaction, messageId }: Draft, fields: object): void {
  parts.gateway.dispatch('MESSAGE_UPDATE', toMessage(interaction, messageId, fields));
}

function toMessage({ channelId, name, isCommand }: Interaction, id: string, fields: object): object {
  return {
    id,
    channel_id: channelId,
    type: isCommand ? 20 : 19,
    author: bot,
    content: '',
    flags: 0,
    attachments: [],
    embeds: [],
    components: [],
    ...(isCommand && { interaction: { id, type: 2, name } }),
    ...fields,
  };
}

function startText({ name, prompt, index }: Interaction): string {
  if (name === 'upsample') return `Upscaling image #${index} with **${prompt}** -`;
  return name === 'variation' ? `**${prompt}** - Variations (Strong) by` : `**${prompt}** -`;
}

function endText(interaction: Interaction): string {
  const { name, prompt, index } = interaction;
  if (name === 'upsample') return `**${prompt}** - Image #${index} ${user}`;
  return `${startText(interaction)} ${user} (fast)`;
}

function toReference({ messageId }: Interaction): object {
  if (messageId === undefined) return {};
  return { message_reference: { message_id: messageId }, referenced_message: { id: messageId } };
}

const promptSlug = (prompt: string) => prompt.replaceAll(/\W+/g, '-').slice(0, 40);

const pause = ({ parts }: Draft) => systemClock.sleep(parts.behavior.pauseMs);
