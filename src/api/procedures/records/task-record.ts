/**
 * A task as the Console shows it: one shape for both interfaces, in lists, alone, and in streams of events.
 */
import { z } from 'zod';
import { entryKinds } from '../../../core/billing/ledger.ts';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import { priceUnits, tiers } from '@kinora/shared/models/model-card';
import { deliveryStates } from '../../../core/webhooks/delivery-state.ts';
import { followUpKinds } from '../../../core/tasks/follow-up.ts';
import type { TaskSummary } from '../../../core/tasks/read/task-summary.ts';
import { actions, interfaces, phases } from '../../../core/tasks/task.ts';

const text = z.string().nullable();
const time = z.iso.datetime();
const phase = z.enum(phases);
/** Money is a decimal text. */
const decimal = z.string();

const taskFile = z.strictObject({
  url: z.string(),
  thumbnail: text,
  width: z.number(),
  height: z.number(),
});

const taskPrice = z.strictObject({
  unit: z.enum(priceUnits),
  quantity: z.number(),
  unit_price: decimal,
  amount: decimal,
  charged: decimal.nullable(),
  refunded: decimal.nullable(),
  version: z.string(),
  currency: z.string(),
  state: z.enum(['held', 'charged', 'released', 'refunded']),
});

const taskButton = z.strictObject({
  id: z.string(),
  label: z.string(),
  emoji: z.string(),
  pressed: z.boolean(),
  kind: z.enum(followUpKinds),
  candidate: z.number().nullable().describe('Index of the candidate it applies to, from 0.'),
  price: decimal
    .nullable()
    .describe(
      'Current price of pressing it, with the values that its modal proposes; null: not known in advance.',
    ),
});

/** A task in a list. A field is null if its value is not known or does not exist. */
export const taskRecord = z.strictObject({
  id: z.string(),
  kind: z.enum(interfaces),
  action: z.enum(actions),
  model: z.string(),
  model_name: z.string().describe('The ID of a model that was removed.'),
  group: z.string(),
  tier: z.enum(tiers),
  state: phase,
  progress: z.number().describe('From 0 to 100.'),
  ahead: z.number().nullable().describe('Number of tasks ahead of it in the queue.'),
  away_since: time
    .nullable()
    .describe(
      'Time since which no engine that could run it has been available; null: one is, or it needs none.',
    ),
  prompt: text.describe('Prompt as submitted.'),
  final_prompt: text.describe('Prompt as Kinora understood it.'),
  prompt_words: z
    .strictObject({
      drawn: z.array(z.string()),
      understood: z.array(z.string()),
      placed: z
        .array(z.string())
        .nullable()
        .describe('Those of "understood" that the first image really contains; null: not known.'),
      style: z.array(z.string()),
      excluded: z.array(z.string()),
      not_understood: z.array(z.string()),
    })
    .nullable()
    .describe('How the engine read the words of the prompt; null: the engine does not report it.'),
  asks: text.describe('Button whose modal has to be answered.'),
  seed: text,
  parent: text,
  button: text.describe('Label of the button of its parent that created it.'),
  account: z.string(),
  account_name: z.string(),
  token: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  end_user: text.describe('End user of the client, as it named them.'),
  client: text.describe('Program of an agent that created it by /mcp.'),
  created: time,
  ordered: time
    .nullable()
    .describe(
      'Time at which its modal was answered, or else at which it was created; null: its modal was not answered.',
    ),
  started: time.nullable(),
  finished: time.nullable(),
  expires: time.nullable(),
  expired: z.boolean(),
  starred: z.boolean(),
  collections: z.array(z.string()),
  width: z.number().nullable().describe('Width of one image, or of the clip, in pixels.'),
  height: z.number().nullable(),
  seconds: z.number().nullable(),
  sheet: text,
  preview: text,
  cells: z.array(taskFile),
  clips: z.array(taskFile.pick({ url: true, thumbnail: true })),
  spritesheet: text,
  texts: z.array(z.string()),
  parameters: z.record(z.string(), z.unknown()),
  price: taskPrice,
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  buttons: z.array(taskButton),
  change: z.number(),
});

const delivery = z.strictObject({
  hook: z.string(),
  url: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.array(
    z.strictObject({
      at: z.string(),
      status: z.number().nullable(),
      error: text,
      took_ms: z.number(),
      phase: z.string(),
    }),
  ),
});

/** One task with everything that is known about it. */
export const taskDetail = taskRecord.extend({
  life: z
    .array(z.strictObject({ phase, at: time, seconds: z.number().nullable() }))
    .describe('Its phases with their duration in seconds; null for the current phase and for the end.'),
  attempts: z.number(),
  tries: z.number(),
  engine: z.string(),
  error_cause: z
    .string()
    .nullable()
    .describe(
      'What the engine itself said about the failure, such as the last lines of a program; null: nothing. For operators only.',
    ),
  trace: z
    .strictObject({
      model: z.string(),
      engine: z.string(),
      reason: z.string(),
      routes: z
        .array(z.strictObject({ engine: z.string(), why: z.string() }))
        .describe('Other engines of the model, and why the task did not go there. For operators only.'),
      cost: decimal.nullable().describe('What the provider charges for it. For operators only.'),
      job: text.describe('What the provider calls the job; null: it has not ended. For operators only.'),
      fetchable: z
        .boolean()
        .describe(
          'Whether `task fetch-result` may still fetch the result of the failed task. For operators only.',
        ),
    })
    .nullable()
    .describe('Why this model and engine were chosen; null: its modal was not answered.'),
  ignored: z
    .array(z.string())
    .optional()
    .describe('Parameters of the prompt that the model cannot honor; absent: none.'),
  waits: z
    .strictObject({
      message: z.string(),
      until: time.nullable().describe('When an engine takes tasks again; null: not known.'),
      engines: z
        .array(z.strictObject({ engine: z.string(), why: z.string(), until: time.nullable() }))
        .describe('Why each engine of the model takes nothing. For operators only.'),
    })
    .nullable()
    .describe(
      'Why it is queued although it is its turn: no engine of its model takes tasks; null: it is not.',
    ),
  deliveries: z.array(delivery),
  entries: z.array(
    z.strictObject({ id: z.string(), kind: z.enum(entryKinds), amount: decimal, at: time, reason: text }),
  ),
  lineage: z
    .strictObject({
      parent: taskRecord.nullable(),
      siblings: z.array(taskRecord),
      children: z.array(taskRecord),
    })
    .describe('Only those that the caller may read.'),
});

export type TaskRecord = ReadOnly<z.output<typeof taskRecord>>;
export type TaskDetail = ReadOnly<z.output<typeof taskDetail>>;
export type TaskFile = TaskRecord['cells'][number];
export type TaskPrice = TaskRecord['price'];
export type TaskButton = TaskRecord['buttons'][number];

/** Writes a task of any interface as a record (records/task-summary.ts). */
export type ToTaskRecord = (task: TaskSummary) => TaskRecord;
