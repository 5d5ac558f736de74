/** Writes a task as the Console's lists show it, from what its interface stored. */
import { errorText } from '@kinora/shared/errors/errors';
import { formatMicros, type Micros } from '@kinora/shared/money';
import { followUpsFor } from '../../core/catalogue/models/usable-models.ts';
import { textButtonLabel, type Button } from '../image/wire/buttons.ts';
import type { TaskSummary } from '../../core/tasks/read/task-summary.ts';
import { countCandidates, isEnded } from '../../core/tasks/task.ts';
import type {
  TaskButton,
  TaskFile,
  TaskPrice,
  TaskRecord,
  ToTaskRecord,
} from '../procedures/records/task-record.ts';
import type { Output } from '../../core/tasks/read/task-view.ts';
import { buttonsOfTask } from '../image/wire/parent.ts';
import { priceOfButton, type PriceDependencies, type Presser } from '../image/order/price-button.ts';
import { readImageWire } from '../image/wire/image-wire.ts';
import { toPromptWords } from '../http/reply/prompt-words.ts';
import { fileAddress } from '../http/reply/file-address.ts';
import { findThumbnail } from '../http/reply/find-thumbnail.ts';
import type { RecordOptions } from '../http/reply/usage.ts';
import { videoErrorText } from '../video/error-words.ts';
import { type VideoWire, readVideoWire } from '../video/wire.ts';

export type TaskRecordDependencies = PriceDependencies & RecordOptions;

export function openTaskRecorder(parts: TaskRecordDependencies): ToTaskRecord {
  return task => ({
    id: task.publicId,
    kind: task.interface,
    model: task.model,
    model_name: parts.catalogue.displayName(task.model),
    group: task.token.group,
    tier: task.tier,
    state: task.phase,
    progress: task.progress,
    ahead: task.ahead ?? null,
    away_since: task.awaySince?.toISOString() ?? null,
    ...(task.interface === 'image' ? imageWords(task) : videoWords(task)),
    account: task.accountId,
    account_name: task.accountName,
    token: { id: task.token.id, name: task.token.name },
    user: task.user ?? null,
    end_user: task.endUser ?? null,
    client: task.client ?? null,
    ...toTimes(task),
    starred: task.isBookmarked,
    collections: task.collections,
    ...toSize(task),
    ...toFiles(task, parts.baseUrl),
    texts: task.texts,
    price: toPrice(task, parts.currency),
    error: toError(task, parts),
    buttons: buttonsFor(parts, task),
    change: task.change,
  });
}

type Words = Pick<
  TaskRecord,
  'action' | 'prompt' | 'final_prompt' | 'prompt_words' | 'asks' | 'seed' | 'parent' | 'button' | 'parameters'
>;

function imageWords(task: TaskSummary): Words {
  const wire = readImageWire(task);
  const isWaiting = task.phase === 'waiting';
  return {
    action: wire.action,
    prompt: wire.prompt || null,
    final_prompt: wire.finalPrompt || null,
    prompt_words: wire.words ? toPromptWords(wire.words) : null,
    asks: isWaiting ? (wire.asks ?? null) : null,
    seed: task.isOrdered && countCandidates(task.job) > 0 ? String(task.job.seed) : null,
    parent: task.followedPublicId ?? wire.parentId,
    button: task.button === undefined ? null : buttonName(task.button, wire.description),
    parameters: {},
  };
}

/**
 * The name of a pressed button, from a description such as `/up <task> <name>` or, for a button
 * that used a text, that text.
 */
function buttonName(customId: string, description: string): string | null {
  const [, name] = /^\/up \S+ (.+)$/s.exec(description) ?? [];
  return name ?? textButtonLabel(customId) ?? null;
}

function videoWords(task: TaskSummary): Words {
  const { job, followedPublicId } = task;
  const { parameters = {}, from, words }: Partial<VideoWire> = readVideoWire(task);
  return {
    action: 'VIDEO',
    prompt: job.prompt || null,
    final_prompt: null,
    prompt_words: words ? toPromptWords(words) : null,
    asks: null,
    seed: String(job.seed),
    parent: followedPublicId ?? from ?? null,
    button: null,
    parameters,
  };
}

function toTimes({
  createdAt,
  orderedAt,
  startedAt,
  finishedAt,
  expiresAt,
  expired: isExpired,
}: TaskSummary) {
  return {
    created: createdAt.toISOString(),
    ordered: orderedAt?.toISOString() ?? null,
    started: startedAt?.toISOString() ?? null,
    finished: finishedAt?.toISOString() ?? null,
    expires: expiresAt?.toISOString() ?? null,
    expired: isExpired,
  };
}

/**
 * Returns the size of the files, if there are any: a model can make other sizes
 * than those that were requested.
 */
function toSize({ job, outputs }: TaskSummary) {
  const output = outputs.find(({ kind }) => kind === 'cell' || kind === 'picture' || kind === 'clip');
  const { width, height } = output ?? (countCandidates(job) > 0 ? job : { width: null, height: null });
  return { width, height, seconds: job.seconds ?? null };
}

/** The files of a task. Empty after they have expired. */
function toFiles(task: TaskSummary, baseUrl: string) {
  const isThere = !task.expired && !task.isDeleted;
  const hasSucceeded = isThere && task.phase === 'succeeded';
  const running = isThere && !isEnded(task.phase);
  const of = (kinds: readonly Output['kind'][]) => task.outputs.filter(({ kind }) => kinds.includes(kind));
  const address = (output: Output | undefined) => (output ? fileAddress(baseUrl, output) : null);
  const file = (output: Output): TaskFile => ({
    url: fileAddress(baseUrl, output),
    thumbnail: address(findThumbnail(task.outputs, output)),
    width: output.width,
    height: output.height,
  });
  return {
    sheet: hasSucceeded ? address(of(['sheet'])[0]) : null,
    preview: running ? address(of(['preview']).at(-1)) : null,
    cells: hasSucceeded ? of(['cell', 'picture']).map(file) : [],
    clips: hasSucceeded
      ? of(['clip'])
          .map(file)
          .map(({ url, thumbnail }) => ({ url, thumbnail }))
      : [],
    spritesheet: hasSucceeded ? address(of(['spritesheet'])[0]) : null,
  };
}

function toPrice(task: TaskSummary, currency: string): TaskPrice {
  const { unit, quantity, unitPriceMicros, amountMicros } = task.price;
  return {
    unit,
    quantity,
    unit_price: formatMicros(unitPriceMicros),
    amount: formatMicros(amountMicros),
    charged: moneyOrNull(task.chargedMicros),
    refunded: moneyOrNull(task.refundedMicros),
    version: task.priceVersion,
    currency,
    state: priceState(task),
  };
}

function priceState({ phase, refundedMicros }: TaskSummary): TaskPrice['state'] {
  if (refundedMicros !== undefined) return 'refunded';
  if (!isEnded(phase)) return 'held';
  return phase === 'succeeded' ? 'charged' : 'released';
}

function moneyOrNull(micros: Micros | undefined): string | null {
  return micros === undefined ? null : formatMicros(micros);
}

function toError(
  { error, interface: kind }: TaskSummary,
  { language }: TaskRecordDependencies,
): TaskRecord['error'] {
  if (!error) return null;
  const text = kind === 'image' ? errorText : videoErrorText;
  return { code: error.code, message: text(error.code, error.details, language) };
}

function buttonsFor(parts: TaskRecordDependencies, task: TaskSummary): TaskButton[] {
  const isOffered =
    task.interface === 'image' && task.phase === 'succeeded' && !task.expired && !task.isDeleted;
  if (!isOffered) return [];
  const followUps = followUpsFor(parts.catalogue, task.token, task.model);
  return buttonsOfTask(task, followUps).map(button => toTaskButton(parts, task, button));
}

function toTaskButton(parts: TaskRecordDependencies, task: TaskSummary, button: Button): TaskButton {
  const { customId, label, emoji, followUp } = button;
  const token: Presser = task.token;
  return {
    id: customId,
    label,
    emoji,
    pressed: task.pressed.includes(customId) || (followUp.kind === 'bookmark' && task.isBookmarked),
    kind: followUp.kind,
    candidate: 'candidate' in followUp ? followUp.candidate : null,
    price: moneyOrNull(priceOfButton(parts, { parent: task, button, token })),
  };
}
