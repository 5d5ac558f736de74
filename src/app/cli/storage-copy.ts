/** kinora storage copy: copies the files of tasks between the data folder and the bucket. */
import { copyStorage, type CopiedFiles } from '../../core/operate/copy-storage.ts';
import { describePlace, openStorage } from '../../media/s3/open-storage.ts';
import type { Storage } from '../../media/storage/storage.ts';
import { loadConfig, type Config } from '../../platform/config/config.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { describeInterruption } from '../../core/backup/describe-interruption.ts';
import { exitCodes, jsonOption, printJson, UsageError, type Command, type CommandInput } from './command.ts';
import { rejectMissing } from './installation.ts';
import { openProgressBar } from './progress-bar.ts';
import { sizeText } from './size-text.ts';
import { withInstallation } from './with-database.ts';

export const storageCopy: Command = {
  name: 'storage copy',
  description: 'Copy the files of tasks between the data folder and the bucket. The server may be running.',
  options: {
    to: {
      type: 'string',
      description:
        'bucket: from the data folder to the bucket of KINORA_S3_BUCKET. folder: the other way. Files that are there already stay.',
    },
    ...jsonOption,
  },
  check: ({ flags }) => void readTarget(flags['to']),
  run: async ({ flags }) => {
    const target = readTarget(flags['to']);
    const isQuiet = flags['json'] === true;
    const config = loadConfig();
    if (!config.s3)
      throw new StartError(
        'No bucket is configured: set KINORA_S3_BUCKET and the other KINORA_S3 settings for this command.',
      );
    await rejectMissing(config);
    const { s3: _, ...rest } = config;
    const [from, to] =
      target === 'bucket' ? [{ ...rest, s3: undefined }, config] : [config, { ...rest, s3: undefined }];
    const { signal, stop } = watchInterrupt();
    const result = await copy(config, { from, to, isQuiet, signal }).finally(stop);
    if (isQuiet) printJson(summary(result, signal));
    else process.stdout.write(`${report(result, { from, to, signal }).join('\n')}\n`);
    if (signal.aborted) return exitCodes.interrupted;
    return result.damaged.length > 0 ? exitCodes.failed : exitCodes.ok;
  },
};

type Place = Pick<Config, 'dataDir' | 's3'>;

interface Copy {
  readonly from: Place;
  readonly to: Place;
  readonly isQuiet: boolean;
  readonly signal: AbortSignal;
}

async function copy(config: Config, { from, to, isQuiet, signal }: Copy): Promise<CopiedFiles> {
  const [source, target] = [await openStorage(from), await openStorage(to)];
  const bar = openProgressBar('Copy', isQuiet);
  return describeInterruption('The copy', () =>
    withInstallation(config, async db => {
      await target.check();
      const count = await countFiles(source);
      const onFile = (doneCount: number) =>
        bar.show(Math.min(99, Math.floor((100 * doneCount) / Math.max(1, count))), 'files');
      const result = await copyStorage({ db, from: source, to: target, onFile, signal });
      bar.end(signal.aborted ? 'interrupted' : 'complete');
      return result;
    }),
  );
}

async function countFiles(storage: Storage): Promise<number> {
  let count = 0;
  for await (const _ of storage.list()) count++;
  return count;
}

function readTarget(value: CommandInput['flags'][string]): 'bucket' | 'folder' {
  if (value === 'bucket' || value === 'folder') return value;
  throw new UsageError(`Invalid value for --to: ${String(value ?? '')}. Allowed: bucket, folder.`);
}

/**
 * The first SIGINT or SIGTERM ends the copy after the files that are under way; a
 * second one ends the process.
 */
function watchInterrupt(): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.on(name, interrupt);
  return {
    signal: controller.signal,
    stop: () => {
      for (const name of names) process.off(name, interrupt);
    },
  };
}

function summary(result: CopiedFiles, { aborted }: AbortSignal): object {
  const { copied: copiedCount, copiedBytes, present, gone: deletedCount, damaged: damagedKeys } = result;
  return {
    ok: !aborted && damagedKeys.length === 0,
    interrupted: aborted,
    copied: copiedCount,
    copied_bytes: copiedBytes,
    already_there: present,
    deleted_meanwhile: deletedCount,
    damaged: damagedKeys,
  };
}

function report(
  { copied: copiedCount, copiedBytes, present, gone: deletedCount, damaged: damagedKeys }: CopiedFiles,
  { from, to, signal }: Pick<Copy, 'from' | 'to' | 'signal'>,
): string[] {
  return [
    `Copied ${copiedCount} files, ${sizeText(copiedBytes)}, from ${describePlace(from)} to ${describePlace(to)}. ${present} were there already.`,
    ...(deletedCount > 0 ? [`Deleted at the source meanwhile: ${deletedCount}.`] : []),
    ...damagedKeys.map(key => `Damaged at the source, not copied: ${key}`),
    signal.aborted
      ? 'The copy was interrupted. Run it again to continue.'
      : 'The source was not changed. Run the copy once more after the server uses the new place, for what it stored meanwhile.',
  ];
}
