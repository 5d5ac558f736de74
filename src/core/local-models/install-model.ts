/**
 * The steps of an installation. Each can be repeated, so that another worker continues where one was killed.
 */
import { mkdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Database } from '../../platform/db/open.ts';
import type { Machine } from '../../platform/lib/machine/machine.ts';
import type { EnginePool } from '../../engines/contract/engine-pool.ts';
import type { EngineJob } from '../../engines/contract/engine-job.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { errorText } from '@kinora/shared/errors/errors';
import { mapJob } from '../catalogue/routes/route.ts';
import { saveCover } from '../catalogue/models/model-covers.ts';
import { findInstance } from '../catalogue/engines/instances.ts';
import { changeInstance } from '../catalogue/engines/change-instance.ts';
import { runTrial } from '../operate/engines/run-trial.ts';
import type { LocalModelEntry } from './entry.ts';
import type { PinnedFile } from './hub.ts';
import { localRoute } from './local-card.ts';
import { LocalFailure } from './local-problem.ts';
import type { LocalModel, LocalProgress } from './local-rows.ts';
import {
  downloadWeights,
  findArchives,
  pinFiles,
  prepareProgram,
  presentBytes,
  rejectFullDisk,
  tryProgram,
  type FileCall,
  type FileDependencies,
} from './prepare-files.ts';
import { publishModel, registerModel, type RegisterDependencies } from './register-model.ts';
import { memoryToStart, serverArguments } from './server-arguments.ts';

export interface InstallDependencies extends FileDependencies, RegisterDependencies {
  readonly db: Database;
  readonly engines: EnginePool;
  readonly machine: () => Promise<Machine>;
  /** Whether only this machine can run the engine, because others have a folder of their own. */
  readonly isTiedToMachine: boolean;
  /** Reads changed engines and models, so that the engine is open in this process. */
  readonly refreshConfig: () => Promise<void>;
}

export interface InstallCall {
  readonly signal: AbortSignal;
  /** The name of the installation in the models folder. */
  readonly owner: string;
  readonly onFile: FileCall['onFile'];
  /** Saves that a step begins. Rejects if the operator decided otherwise meanwhile. */
  readonly begin: (progress: Omit<LocalProgress, 'doneBytes'>) => Promise<void>;
  /** Reports how many bytes of all files are on the disk. */
  readonly onProgress: (bytes: number) => void;
}

/** How long the test job may take: machines may be slow, and weights are loaded first. */
const testSeconds = 3600;

/** Rejects with an error that `toLocalProblem` describes, or with the reason of the signal. */
export async function installModel(
  local: LocalModel,
  parts: InstallDependencies,
  call: InstallCall,
): Promise<LocalModelEntry> {
  const { entry, checkpoint, program: ownProgram } = local;
  const { folder } = parts;
  await call.begin({ step: 'lookup' });
  const [firstFile, ...otherFiles] = entry.files;
  const filesToPin = checkpoint === undefined ? entry.files : otherFiles;
  const files = await pinFiles(parts, filesToPin, call);
  const pinnedEntry: LocalModelEntry = {
    ...entry,
    files: checkpoint === undefined || !firstFile ? files : [firstFile, ...files],
  };
  const machine = await parts.machine();
  const archives = ownProgram === undefined ? await findArchives(parts, machine, call.signal) : [];
  await rejectFullDisk(parts, { files, archive: archives[0]?.archive });
  const listPaths = (listedEntry: LocalModelEntry) =>
    listedEntry.files.flatMap(file => (isPinned(file) ? [folder.weightsPath(file)] : []));
  const programs = archives.flatMap(({ archive }) => [
    folder.programPath(archive),
    folder.archivePath(archive),
  ]);
  const before = local.previousEntry ? await programInUse(parts, local.engine) : [];
  await folder.claim(call.owner, [
    ...listPaths(pinnedEntry),
    ...programs,
    ...before,
    ...(local.previousEntry ? listPaths(local.previousEntry) : []),
  ]);
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  await call.begin({ step: 'program', entry: pinnedEntry, totalBytes });
  const program = await preparedProgram(local, parts, { ...call, archives, machine });
  const paths = await allWeights(files, parts, call);
  await call.begin({ step: 'engine' });
  const checkpointBytes = checkpoint === undefined ? 0 : (await stat(checkpoint)).size;
  const fileBytes = { ...program.machine, weightsBytes: totalBytes + checkpointBytes };
  const weights = checkpoint === undefined ? paths : [checkpoint, ...paths];
  const args = serverArguments(pinnedEntry, weights, fileBytes);
  await mkdir(folder.loraPath(pinnedEntry.family), { recursive: true });
  const settings = {
    program: program.file,
    arguments: args.join('\n'),
    node: parts.isTiedToMachine ? hostname() : '',
    loras: folder.loraPath(pinnedEntry.family),
    ...memoryToStart(args, fileBytes),
  };
  await addAndTest({ ...local, entry: pinnedEntry }, { ...parts, program: settings }, call);
  // The files that an update has replaced are no longer needed.
  await folder.claim(call.owner, [...listPaths(pinnedEntry), ...(program.folder ? [program.folder] : [])]);
  return pinnedEntry;
}

function isPinned(file: LocalModelEntry['files'][number]): file is PinnedFile {
  return file.sha256 !== undefined && file.size !== undefined;
}

async function programInUse({ db }: InstallDependencies, engine: string): Promise<string[]> {
  const instance = await db.transaction(tx => findInstance(tx, engine));
  const path = String(instance?.settings['program'] ?? '');
  // <models>/programs/<hash>/<program>
  return path === '' ? [] : [path.split('/').slice(0, -1).join('/')];
}

interface PreparedProgram {
  readonly file: string;
  /** Undefined if it is the operator's. */
  readonly folder: string | undefined;
  /** The machine as the program uses it, perhaps without its graphics card. */
  readonly machine: Machine;
}

/** A build for graphics cards does not start without their libraries. Then the one without is used. */
async function preparedProgram(
  { program: ownProgram }: LocalModel,
  parts: InstallDependencies,
  {
    archives,
    machine,
    ...call
  }: InstallCall & { readonly archives: Awaited<ReturnType<typeof findArchives>>; readonly machine: Machine },
): Promise<PreparedProgram> {
  if (ownProgram !== undefined) {
    await tryProgram(ownProgram, parts.program.proof);
    return { file: ownProgram, folder: undefined, machine };
  }
  let failure: unknown;
  for (const { archive, machine: archiveMachine } of archives)
    try {
      const file = await prepareProgram(
        parts,
        { archive, machine: archiveMachine },
        { ...call, onProgress: () => {} },
      );
      return { file, folder: parts.folder.programPath(archive), machine: archiveMachine };
    } catch (error) {
      if (!(error instanceof LocalFailure)) throw error;
      failure = error;
    }
  throw failure;
}

async function allWeights(
  files: readonly PinnedFile[],
  parts: InstallDependencies,
  call: InstallCall,
): Promise<string[]> {
  await call.begin({ step: 'files' });
  const present = await Promise.all(files.map(file => presentBytes(parts.folder, file)));
  const paths: string[] = [];
  for (const [index, file] of files.entries()) {
    const otherBytes = present.reduce((sum, bytes, position) => sum + (position === index ? 0 : bytes), 0);
    const onProgress = (bytes: number) => call.onProgress(otherBytes + bytes);
    paths.push(await downloadWeights(parts, file, { ...call, onProgress }));
    present[index] = file.size;
  }
  call.onProgress(present.reduce((sum, bytes) => sum + bytes, 0));
  return paths;
}

/**
 * Adds the model and tests it. If the test of an update fails, the engine gets its earlier settings again.
 */
async function addAndTest(
  local: LocalModel,
  parts: Omit<InstallDependencies, 'program'> & {
    readonly program: Parameters<typeof registerModel>[2]['program'];
  },
  call: InstallCall,
): Promise<void> {
  const { db, kinds } = parts;
  const before = await db.transaction(async tx => {
    const instance = await findInstance(tx, local.engine);
    await registerModel(tx, local, parts);
    return instance;
  });
  try {
    await parts.refreshConfig();
    await call.begin({ step: 'test' });
    await makeTestPicture(local, parts, call.signal);
    await db.transaction(tx => publishModel(tx, local, parts));
    await parts.refreshConfig();
  } catch (error) {
    if (before && local.previousEntry) {
      const { settings } = before;
      await db.transaction(tx =>
        changeInstance(tx, kinds, { name: local.engine, settings, isInstalling: true }),
      );
      await parts.refreshConfig();
    }
    throw error;
  }
}

async function makeTestPicture(
  { entry, model, engine: name }: LocalModel,
  { db, engines, clock }: Pick<InstallDependencies, 'db' | 'engines' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const engine = engines.engines.find(one => one.name === name);
  if (!engine) throw new LocalFailure('test_failed', { reason: 'The engine is not open in this process.' });
  const job = mapJob(testJob(entry, model), localRoute(entry, { model, engine: name }));
  const releaseEngine = engines.hold(engine);
  const timeoutMs = testSeconds * 1000;
  const result = await runTrial(engine, job, { clock, timeoutMs, signal }).finally(releaseEngine);
  signal.throwIfAborted();
  if (result.error) {
    const { code, details } = result.error;
    const reason = errorText(code, details);
    throw new LocalFailure('test_failed', { reason, reasonZh: errorText(code, details, 'zh') });
  }
  const picture = result.sample?.picture;
  if (picture !== undefined) await db.transaction(tx => saveCover(tx, { model, picture }));
}

const testPrompt = 'a red fox beside a lighthouse on a cliff at sunset, watercolor';

function testJob({ kind, test, steps, sizes, clip }: LocalModelEntry, model: string): EngineJob {
  const shared = {
    ...test,
    ...(sizes && { sizes }),
    // The files that an earlier, killed try left in the spool are no result of this one.
    taskId: newRowId(),
    model,
    prompt: testPrompt,
    seed: 1,
    exclude: [],
    ...(steps && { parameters: { steps: steps.default } }),
  };
  if (kind === 'image') return { ...shared, kind: 'grid' };
  return {
    ...shared,
    kind: 'clip',
    seconds: clip?.seconds[0] ?? 1,
    framesPerSecond: clip?.framesPerSecond ?? 16,
  };
}
