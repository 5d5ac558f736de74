/**
 * local list | machine | install | add | pause | resume | update | remove: models that the
 * server downloads and runs itself.
 * @NOTE length: the procedures of one subject, and what they check.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { modelCard } from '@kinora/shared/models/model-card';
import { localModelEntry, type LocalModelEntry } from '../../../core/local-models/entry.ts';
import { checkFit } from '../../../core/local-models/fit.ts';
import {
  beginLocalUpdate,
  findLocalModel,
  defaultNames,
  saveLocalModel,
  setLocalState,
  type LocalModel,
  type LocalState,
} from '../../../core/local-models/local-rows.ts';
import { askLocalMachines, newestLocalMachine } from '../../../core/local-models/machine-rows.ts';
import { unregisterModel } from '../../../core/local-models/register-model.ts';
import { readMachine } from '../../../platform/lib/machine/machine.ts';
import { flag } from '../fields/fields.ts';
import { procedure, type Context } from '../procedure.ts';
import {
  localFileRecord,
  localMachineRecord,
  localModelRecord,
  type LocalModelRecord,
} from '../records/local-record.ts';
import { entryOfCheckpoint, localFileRecords } from './own-checkpoints.ts';
import { fitMachineIn, localModelRecords } from './local-view.ts';
import { fitText } from './local-texts.ts';

const localName = localModelEntry.shape.name;
const name = localName.describe('Name in the catalogue, as "local list" shows it.');
const program = z
  .string()
  .max(1000)
  .optional()
  .describe('Path of your own sd-server, instead of a release. Command line only.');
const choices = {
  default: flag.default(true).describe('Use it for prompts that name no model. Default: true.'),
  model: modelCard.shape.id.optional().describe('ID of the new model. Default: the name.'),
  force: flag.default(false).describe('Install it although it does not fit the machine.'),
  program,
};

export const localProcedures = [
  procedure({
    name: 'local list',
    description: 'List the models that this server can install, and those that it has.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    output: z.array(localModelRecord),
    run: context => localModelRecords(context),
  }),
  procedure({
    name: 'local machine',
    description: 'Show the machine that installs and runs local models.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    output: localMachineRecord,
    run: async ({ db, local }) => {
      await askLocalMachines(db);
      const machine = await newestLocalMachine(db);
      const { memoryBytes, cores, cards, freeBytes } =
        machine ?? (await local.fitMachine(await readMachine()));
      return {
        node: machine?.node ?? null,
        present: machine?.isPresent ?? false,
        memory_bytes: memoryBytes,
        cores,
        cards: cards.map(card => ({ name: card.name, memory_bytes: card.memoryBytes ?? null })),
        free_bytes: freeBytes ?? null,
        folder: local.folder.path,
        open: local.isOpen,
      };
    },
  }),
  procedure({
    name: 'local files',
    description:
      'List checkpoints in the folders of other programs (KINORA_WEIGHTS_DIRS) that "local add" can install.',
    who: 'operator',
    changes: false,
    input: z.strictObject({}),
    output: z.array(localFileRecord),
    run: context => localFileRecords(context),
  }),
  procedure({
    name: 'local install',
    description:
      'Install a model of the catalogue: program, weights, engine, model, route and a test picture.',
    who: 'operator',
    changes: true,
    word: 'name',
    input: z.strictObject({ name, ...choices }),
    output: localModelRecord,
    run: async (context, input) => {
      const entry = await findEntry(context, input.name);
      await rejectUnfit(context, entry, input);
      return beginInstallation(context, { entry, ...input, program: await ownFile(context, input.program) });
    },
  }),
  procedure({
    name: 'local add',
    description:
      'Install a checkpoint of your own. Its family is read from the file; missing parts come from the catalogue.',
    who: 'operator',
    changes: true,
    word: 'file',
    input: z.strictObject({
      file: z
        .string()
        .min(1)
        .max(1000)
        .describe(
          'Path of a .safetensors or .gguf file on the server. Outside the command line: one that "local files" lists.',
        ),
      name: localName.describe('Name of the new local model.').optional(),
      ...choices,
    }),
    output: localModelRecord,
    run: async (context, { file, ...input }) => {
      const isListed = (await context.local.weights.list()).some(({ path }) => path === file);
      const checkpoint = isListed ? file : ((await ownFile(context, file)) ?? '');
      const entry = await entryOfCheckpoint(context, checkpoint, input.name);
      await rejectUnfit(context, entry, input);
      return beginInstallation(context, {
        entry,
        ...input,
        checkpoint,
        program: await ownFile(context, input.program),
      });
    },
  }),
  procedure({
    name: 'local pause',
    description: 'Pause an installation. What has arrived is kept.',
    who: 'operator',
    changes: true,
    word: 'name',
    input: z.strictObject({ name }),
    output: localModelRecord,
    run: (context, input) => change(context, input.name, { from: ['installing'], to: 'paused' }),
  }),
  procedure({
    name: 'local resume',
    description: 'Resume an installation that is paused or failed.',
    who: 'operator',
    changes: true,
    word: 'name',
    input: z.strictObject({ name }),
    output: localModelRecord,
    run: (context, input) => change(context, input.name, { from: ['paused', 'failed'], to: 'installing' }),
  }),
  procedure({
    name: 'local update',
    description: 'Update a local model to what the catalogue has now. It keeps working meanwhile.',
    who: 'operator',
    changes: true,
    word: 'name',
    input: z.strictObject({ name }),
    output: localModelRecord,
    run: async (context, input) => {
      const local = await existingLocalModel(context, input.name, ['ready']);
      const entry = await findEntry(context, local.name);
      await beginLocalUpdate(context.db, local.name, entry);
      await context.note({ object: local.name });
      return recordNamed(context, local.name);
    },
  }),
  procedure({
    name: 'local remove',
    description:
      'Remove a local model, or cancel its installation. Files that no other model uses are deleted.',
    who: 'operator',
    changes: true,
    word: 'name',
    input: z.strictObject({ name }),
    output: z.strictObject({ name: z.string(), removed: z.boolean() }),
    run: async (context, input) => {
      const local = await existingLocalModel(context, input.name, [
        'installing',
        'paused',
        'failed',
        'ready',
      ]);
      // Rejected here while tasks need the model. The files are deleted by the worker.
      if (local.state === 'ready') await unregisterModel(context.db, local);
      await setLocalState(context.db, local.name, 'removing');
      await context.note({ object: local.name, before: { model: local.model, engine: local.engine } });
      return { name: local.name, removed: true };
    },
  }),
];

interface Installation {
  readonly entry: LocalModelEntry;
  readonly model?: string | undefined;
  readonly default: boolean;
  readonly program: string | undefined;
  readonly checkpoint?: string;
}

async function beginInstallation(
  context: Pick<Context, 'catalogue' | 'db' | 'engineKinds' | 'language' | 'local' | 'note'>,
  installation: Installation,
): Promise<LocalModelRecord> {
  const { db } = context;
  const { entry, default: isDefault, program, checkpoint } = installation;
  const { engine, model: defaultModel } = defaultNames(entry);
  const { model = defaultModel } = installation;
  rejectClosed(context);
  const before = await findLocalModel(db, entry.name);
  if (before && before.state !== 'removed' && before.state !== 'failed')
    throw stateError(before, ['available', 'failed', 'removed']);
  const isTaken = context.catalogue.all.some(({ card }) => card.id === model);
  if (isTaken) throw fieldInvalid('model', 'model_id_taken', { name: model });
  await saveLocalModel(db, { name: entry.name, entry, model, engine, isDefault, program, checkpoint });
  await context.note({
    object: entry.name,
    after: { model, engine, default: isDefault, program, checkpoint },
  });
  return recordNamed(context, entry.name);
}

async function change(
  context: Pick<Context, 'db' | 'engineKinds' | 'language' | 'local' | 'note'>,
  modelName: string,
  { from, to }: { readonly from: readonly LocalState[]; readonly to: LocalState },
): Promise<LocalModelRecord> {
  if (to === 'installing') rejectClosed(context);
  const local = await existingLocalModel(context, modelName, from);
  await setLocalState(context.db, local.name, to);
  await context.note({ object: local.name, before: { state: local.state }, after: { state: to } });
  return recordNamed(context, local.name);
}

async function existingLocalModel(
  { db, local }: Pick<Context, 'db' | 'local'>,
  modelName: string,
  allowedStates: readonly LocalState[],
): Promise<LocalModel> {
  const localModel = await findLocalModel(db, modelName);
  if (localModel && allowedStates.includes(localModel.state)) return localModel;
  if (localModel && localModel.state !== 'removed') throw stateError(localModel, allowedStates);
  throw new AppError('local_model_unknown', { name: modelName, allowed: await names(local) });
}

function stateError({ name: model, state }: LocalModel, allowedStates: readonly string[]): AppError {
  return new AppError('local_model_state', { name: model, state, allowed: allowedStates.join(', ') });
}

async function findEntry({ local }: Pick<Context, 'local'>, entryName: string): Promise<LocalModelEntry> {
  const match = (await local.entries()).find(entry => entry.name === entryName);
  if (match) return match;
  throw new AppError('local_model_unknown', { name: entryName, allowed: await names(local) });
}

async function names(local: Context['local']): Promise<string> {
  return (await local.entries()).map(entry => entry.name).join(', ');
}

async function recordNamed(
  context: Pick<Context, 'db' | 'engineKinds' | 'language' | 'local'>,
  modelName: string,
): Promise<LocalModelRecord> {
  const match = (await localModelRecords(context)).find(record => record.name === modelName);
  if (match) return match;
  throw new AppError('local_model_unknown', { name: modelName, allowed: '"local list"' });
}

/** Throws AppError `local_models_off`. */
function rejectClosed({ local }: Pick<Context, 'local'>): void {
  if (!local.isOpen) throw new AppError('local_models_off');
}

async function rejectUnfit(
  context: Pick<Context, 'db' | 'local'>,
  entry: LocalModelEntry,
  options: { readonly force: boolean; readonly program?: string | undefined },
): Promise<void> {
  if (options.force) return;
  const machine = await fitMachineIn(context);
  const fit = checkFit(entry, {
    ...machine,
    hasProgram: machine.hasProgram || options.program !== undefined,
  });
  if (fit.verdict !== 'no') return;
  const texts = { reason: fitText(fit, 'en'), reasonZh: fitText(fit, 'zh') };
  throw new AppError('local_model_unfit', { name: entry.name, ...texts });
}

/** A file of the server. Only its command line can name it: the Console could run any program. */
async function ownFile(
  { actor }: Pick<Context, 'actor'>,
  file: string | undefined,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  if (actor.kind !== 'host') throw new AppError('local_host_only');
  const path = resolve(file);
  const fileStats = await stat(path).catch(() => undefined);
  if (fileStats?.isFile()) return path;
  throw new AppError('local_checkpoint_unknown', {
    file,
    reason: 'There is no such file.',
    reasonZh: '没有这个文件。',
  });
}
