/** Local models as operators see them: those that can be installed, and the state of those that are. */
import { z } from 'zod';
import { localSteps } from '../../../core/local-models/local-rows.ts';
import { verdicts } from '../../../core/local-models/fit.ts';

export const localModelRecord = z.strictObject({
  name: z.string(),
  title: z.string(),
  kind: z.enum(['image', 'video']),
  state: z
    .enum(['available', 'installing', 'paused', 'failed', 'ready', 'removing'])
    .describe('"available": in the catalogue, and not installed.'),
  fits: z.enum(verdicts).describe('How well it runs on the machine that installs it.'),
  reason: z.string().describe('Why it fits, or not.'),
  recommended: z.boolean().describe('The best one of its kind for the machine.'),
  bytes: z.number().describe('Size of its files.'),
  present_bytes: z
    .number()
    .describe(
      'Bytes of them that need no download: in the models folder, or in a folder of KINORA_WEIGHTS_DIRS.',
    ),
  license: z.string(),
  commercial: z.boolean().describe('Whether its license allows commercial use.'),
  license_url: z.string(),
  link: z.string(),
  summary: z.string(),
  can: z.array(z.string()).describe('Operations.'),
  files: z
    .array(z.string())
    .describe('Repository and path of each file on the hub, after the path of a checkpoint of your own.'),
  step: z.enum(localSteps).nullable(),
  done_bytes: z.number(),
  total_bytes: z.number().nullable(),
  bytes_per_second: z.number().nullable(),
  seconds_left: z.number().nullable(),
  problem: z.string().nullable().describe('Why it is paused or failed.'),
  model: z.string().nullable().describe('ID of the model.'),
  engine: z.string().nullable(),
  default: z.boolean().describe('Whether prompts that name no model get it.'),
  update: z.boolean().describe('Whether the catalogue has another version of it.'),
});
export type LocalModelRecord = z.output<typeof localModelRecord>;

export const localFileRecord = z.strictObject({
  file: z.string().describe('Path on the server.'),
  name: z.string().describe('Name of the local model that it becomes.'),
  family: z.string(),
  base: z.string().describe('Entry of the catalogue whose parts and defaults it gets.'),
  bytes: z.number(),
  installed: z.boolean(),
});
export type LocalFileRecord = z.output<typeof localFileRecord>;

export const localMachineRecord = z.strictObject({
  node: z
    .string()
    .nullable()
    .describe('Host name of the machine that installs models; null: no worker has reported it.'),
  present: z.boolean().describe('Whether it was heard of in the last two minutes.'),
  memory_bytes: z.number(),
  cores: z.number(),
  cards: z.array(z.strictObject({ name: z.string(), memory_bytes: z.number().nullable() })),
  free_bytes: z.number().nullable().describe('Free disk space for models.'),
  folder: z.string(),
  open: z.boolean().describe('Whether models can be installed (KINORA_LOCAL_MODELS).'),
});
