/** A task's line in the Console, from what its interface remembers of it. */
import { errorText } from '../errors.ts';
import { formatMicros, type Micros } from '../lib/money.ts';
import { operationsOf, usableModels } from '../models/usable-models.ts';
import { textButtonLabel, type Button } from '../tasks/follow-ups.ts';
import type { LineView } from '../tasks/line-view.ts';
import { candidatesOf, isEnded } from '../tasks/task.ts';
import type { LineButton, LineFile, LinePrice, TaskLine, ToTaskLine } from '../tasks/task-line.ts';
import type { Output } from '../tasks/task-view.ts';
import { buttonsOfTask } from './image/parent.ts';
import { priceOfButton, type PriceParts, type Presser } from './image/price-button.ts';
import type { ImageWire } from './image/wire.ts';
import { fileAddress } from './file-address.ts';
import type { RecordOptions } from './usage.ts';
import { videoErrorText } from './video/error-words.ts';
import type { VideoWire } from './video/wire.ts';

export type LineParts = PriceParts & RecordOptions;

export function taskLines(parts: LineParts): ToTaskLine {
  return task => ({
    id: task.publicId,
    kind: task.interface,
    model: task.model,
    group: task.token.group,
    tier: task.tier,
    state: task.phase,
    progress: task.progress,
    ahead: task.ahead ?? null,
    ...(task.interface === 'image' ? imageWords(task) : videoWords(task)),
    account: task.accountId,
    account_name: task.accountName,
    token: { id: task.token.id, name: task.token.name },
    user: task.user ?? null,
    ...timesOf(task),
    starred: task.isBookmarked,
    collections: task.collections,
    ...sizeOf(task),
    ...filesOf(task, parts.baseUrl),
    texts: task.texts,
    price: priceOf(task, parts.currency),
    error: errorOf(task, parts),
    buttons: buttonsFor(parts, task),
    change: task.change,
  });
}

type Words = Pick<
  TaskLine,
  'action' | 'prompt' | 'final_prompt' | 'asks' | 'seed' | 'parent' | 'button' | 'parameters'
>;

function imageWords(task: LineView): Words {
  const wire = task.wire as unknown as ImageWire;
  const isWaiting = task.phase === 'waiting';
  return {
    action: wire.action,
    prompt: wire.prompt || null,
    final_prompt: wire.finalPrompt || null,
    asks: isWaiting ? (wire.asks ?? null) : null,
    seed: task.isOrdered && candidatesOf(task.job) > 0 ? String(task.job.seed) : null,
    parent: task.followedPublicId ?? wire.parentId,
    button: task.button === undefined ? null : buttonName(task.button, wire.description),
    parameters: {},
  };
}

/** A pressed button is described as `/up <task> <name>`; one that used a text, by that text. */
function buttonName(customId: string, description: string): string | null {
  const [, name] = /^\/up \S+ (.+)$/s.exec(description) ?? [];
  return name ?? textButtonLabel(customId) ?? null;
}

function videoWords({ job, wire, followedPublicId }: LineView): Words {
  const { parameters = {}, from } = wire as unknown as Partial<VideoWire>;
  return {
    action: 'VIDEO',
    prompt: job.prompt || null,
    final_prompt: null,
    asks: null,
    seed: String(job.seed),
    parent: followedPublicId ?? from ?? null,
    button: null,
    parameters,
  };
}

function timesOf({ createdAt, startedAt, finishedAt, expiresAt, expired }: LineView) {
  return {
    created: createdAt.toISOString(),
    started: startedAt?.toISOString() ?? null,
    finished: finishedAt?.toISOString() ?? null,
    expires: expiresAt?.toISOString() ?? null,
    expired,
  };
}

function sizeOf({ job }: LineView) {
  const isSized = candidatesOf(job) > 0;
  return {
    width: isSized ? job.width : null,
    height: isSized ? job.height : null,
    seconds: job.seconds ?? null,
  };
}

/** Of what has expired there are no files any more. */
function filesOf(task: LineView, baseUrl: string) {
  const isThere = !task.expired && !task.isDeleted;
  const succeeded = isThere && task.phase === 'succeeded';
  const running = isThere && !isEnded(task.phase);
  const of = (kinds: readonly Output['kind'][]) => task.outputs.filter(({ kind }) => kinds.includes(kind));
  const address = (output: Output | undefined) => (output ? fileAddress(baseUrl, output) : null);
  const file = (output: Output): LineFile => ({
    url: fileAddress(baseUrl, output),
    thumbnail: address(of(['thumbnail']).find(({ ordinal }) => ordinal === output.ordinal)),
    width: output.width,
    height: output.height,
  });
  return {
    sheet: succeeded ? address(of(['sheet'])[0]) : null,
    preview: running ? address(of(['preview']).at(-1)) : null,
    cells: succeeded ? of(['cell', 'picture']).map(file) : [],
    clips: succeeded
      ? of(['clip'])
          .map(file)
          .map(({ url, thumbnail }) => ({ url, thumbnail }))
      : [],
    spritesheet: succeeded ? address(of(['spritesheet'])[0]) : null,
  };
}

function priceOf(task: LineView, currency: string): LinePrice {
  const { unit, quantity, unitPriceMicros, amountMicros } = task.price;
  return {
    unit,
    quantity,
    unit_price: formatMicros(unitPriceMicros),
    amount: formatMicros(amountMicros),
    charged: told(task.chargedMicros),
    refunded: told(task.refundedMicros),
    version: task.priceVersion,
    currency,
    state: stateOf(task),
  };
}

function stateOf({ phase, refundedMicros }: LineView): LinePrice['state'] {
  if (refundedMicros !== undefined) return 'refunded';
  if (!isEnded(phase)) return 'held';
  return phase === 'succeeded' ? 'charged' : 'released';
}

function told(micros: Micros | undefined): string | null {
  return micros === undefined ? null : formatMicros(micros);
}

function errorOf({ error, interface: kind }: LineView, { language }: LineParts): TaskLine['error'] {
  if (!error) return null;
  const text = kind === 'image' ? errorText : videoErrorText;
  return { code: error.code, message: text(error.code, error.details, language) };
}

function buttonsFor(parts: LineParts, task: LineView): LineButton[] {
  const isOffered =
    task.interface === 'image' && task.phase === 'succeeded' && !task.expired && !task.isDeleted;
  if (!isOffered) return [];
  const operations = operationsOf(usableModels(parts.catalogue, task.token));
  return buttonsOfTask(task, operations).map(button => toLineButton(parts, task, button));
}

function toLineButton(parts: LineParts, task: LineView, button: Button): LineButton {
  const { customId, label, emoji, followUp } = button;
  const token: Presser = task.token;
  return {
    id: customId,
    label,
    emoji,
    pressed: task.pressed.includes(customId) || (followUp.kind === 'bookmark' && task.isBookmarked),
    kind: followUp.kind,
    candidate: 'candidate' in followUp ? followUp.candidate : null,
    price: told(priceOfButton(parts, { parent: task, button, token })),
  };
}
