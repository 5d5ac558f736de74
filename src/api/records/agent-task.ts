/** Writes a task as agents read it: what it is, what it costs, its files, and what can be made from it. */
import { errorText, isRetryable } from '@kinora/shared/errors/errors';
import { without } from '../../platform/lib/without.ts';
import { formatMicros } from '@kinora/shared/money';
import { z } from 'zod';
import type { Token } from '../../core/accounts/tokens.ts';
import { followUpsFor } from '../../core/catalogue/models/usable-models.ts';
import type { TaskView } from '../../core/tasks/read/task-view.ts';
import { countCandidates } from '../../core/tasks/task.ts';
import { fileAddress } from '../http/reply/file-address.ts';
import type { RecordOptions } from '../http/reply/usage.ts';
import { readImageWire } from '../image/wire/image-wire.ts';
import { type PriceDependencies, priceOfButton } from '../image/order/price-button.ts';
import { listActions } from '../image/agent-tools/task-actions.ts';
import { videoErrorText } from '../video/error-words.ts';
import { type VideoWire, readVideoWire } from '../video/wire.ts';

const file = z.object({
  number: z.int().describe('From 1.'),
  url: z.string().describe('Needs no key. Works until `expires`.'),
  width: z.int(),
  height: z.int(),
});

export const agentTask = z.object({
  task: z.string().describe('The ID, for get_task and for follow-ups.'),
  status: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
  progress: z.int().min(0).max(100),
  kind: z.enum(['image', 'clip', 'text']),
  model: z.string(),
  prompt: z.string(),
  seed: z.int().optional(),
  created: z.string(),
  expires: z.string().optional().describe('When the files are deleted.'),
  images: z.array(file).optional(),
  clips: z.array(file.extend({ seconds: z.number() })).optional(),
  texts: z.array(z.string()).optional().describe('Descriptions of an image, each a prompt.'),
  price: z.object({
    amount: z
      .string()
      .describe('Held until the task ends. Nothing is charged for a task that fails or is cancelled.'),
    charged: z.string().optional().describe('What was charged, once the task has ended.'),
    currency: z.string(),
  }),
  next: z
    .array(
      z.object({
        tool: z.string(),
        arguments: z.record(z.string(), z.unknown()),
        needs: z.array(z.string()).optional().describe('Arguments to add.'),
        label: z.string(),
        price: z.string().optional(),
      }),
    )
    .optional()
    .describe('Calls that continue from the result, each with its price.'),
  ignored: z.array(z.string()).optional().describe('Arguments that have no effect on this model.'),
  parent: z.string().optional().describe('The task that it was made from.'),
  error: z
    .object({ code: z.string(), message: z.string(), retryable: z.boolean() })
    .optional()
    .describe('Why it failed.'),
});

export type AgentTask = z.infer<typeof agentTask>;

export interface AgentTaskDependencies extends PriceDependencies, RecordOptions {}

const statusOf = {
  waiting: 'queued',
  queued: 'queued',
  starting: 'running',
  running: 'running',
  saving: 'running',
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

export function toAgentTask(task: TaskView, token: Token, parts: AgentTaskDependencies): AgentTask {
  const { job, expiresAt } = task;
  const hasSeed = countCandidates(job) > 0 || job.kind === 'clip';
  return {
    task: task.publicId,
    status: statusOf[task.phase],
    progress: task.phase === 'succeeded' ? 100 : task.progress,
    kind: taskKind(task),
    model: task.model,
    prompt: task.prompt || job.prompt,
    ...(hasSeed && { seed: job.seed }),
    created: task.createdAt.toISOString(),
    ...(expiresAt && { expires: expiresAt.toISOString() }),
    ...toFiles(task, parts.baseUrl),
    ...(task.texts.length > 0 && { texts: [...task.texts] }),
    price: toPrice(task, parts.currency),
    ...listNext(task, token, parts),
    ...toRemarks(task),
    ...(task.error && { error: toError(task, task.error, parts) }),
  };
}

function taskKind({ job: { kind } }: TaskView): AgentTask['kind'] {
  if (kind === 'clip') return 'clip';
  return kind === 'describe' || kind === 'shorten' ? 'text' : 'image';
}

function toFiles(task: TaskView, baseUrl: string): Pick<AgentTask, 'images' | 'clips'> {
  if (task.phase !== 'succeeded' || task.expired) return {};
  const { seconds = 0 } = task.job;
  const all = task.outputs
    .toSorted((one, other) => one.ordinal - other.ordinal)
    .map(output => ({
      kind: output.kind,
      number: output.ordinal + 1,
      url: fileAddress(baseUrl, output),
      width: output.width,
      height: output.height,
      seconds: output.durationMs === null ? seconds : output.durationMs / 1000,
    }));
  const clips = all.filter(({ kind }) => kind === 'clip').map(clip => without(clip, ['kind']));
  if (clips.length > 0) return { clips };
  const images = all
    .filter(({ kind }) => kind === 'cell' || kind === 'picture')
    .map(({ number, url, width, height }) => ({ number, url, width, height }));
  return images.length > 0 ? { images } : {};
}

function toPrice({ price, chargedMicros }: TaskView, currency: string): AgentTask['price'] {
  return {
    amount: formatMicros(price.amountMicros),
    ...(chargedMicros !== undefined && { charged: formatMicros(chargedMicros) }),
    currency,
  };
}

/** Returns the follow-ups of a finished image task as calls of tools. */
function listNext(task: TaskView, token: Token, parts: AgentTaskDependencies): Pick<AgentTask, 'next'> {
  if (task.interface !== 'image' || token.kind !== 'image') return {};
  if (task.phase !== 'succeeded' || task.expired) return {};
  const followUps = followUpsFor(parts.catalogue, token, task.model);
  const next = listActions(task, followUps).map(({ call, label, button }) => {
    const price = priceOfButton(parts, { parent: task, button, token });
    return { ...call, label, ...(price !== undefined && { price: formatMicros(price) }) };
  });
  return next.length > 0 ? { next } : {};
}

function toRemarks(task: TaskView): Pick<AgentTask, 'ignored' | 'parent'> {
  if (task.interface === 'video') {
    const { from }: Partial<VideoWire> = readVideoWire(task);
    return from === undefined ? {} : { parent: from };
  }
  const { ignored: ignoredFields = [], parentId } = readImageWire(task);
  const all = [...ignoredFields, ...(task.job.ignored ?? [])];
  return { ...(all.length > 0 && { ignored: all }), ...(parentId !== null && { parent: parentId }) };
}

function toError(
  task: TaskView,
  { code, details }: NonNullable<TaskView['error']>,
  { language }: Pick<AgentTaskDependencies, 'language'>,
): NonNullable<AgentTask['error']> {
  const text = task.interface === 'image' ? errorText : videoErrorText;
  return { code, message: text(code, details, language), retryable: isRetryable(code) };
}
