/** Local models as records: the entries of the catalogue, and what is installed. */
import { isDeepStrictEqual } from 'node:util';
import type { Language } from '@kinora/shared/errors/errors';
import { readMachine } from '../../../platform/lib/machine/machine.ts';
import { downloadBytes, type LocalModelEntry } from '../../../core/local-models/entry.ts';
import { pickBest, checkFit, type Fit, type FitMachine } from '../../../core/local-models/fit.ts';
import { localCard } from '../../../core/local-models/local-card.ts';
import { problemText } from '../../../core/local-models/local-problem.ts';
import { listLocalModels, type LocalModel } from '../../../core/local-models/local-rows.ts';
import type { ModelFolder } from '../../../core/local-models/model-folder.ts';
import { newestLocalMachine } from '../../../core/local-models/machine-rows.ts';
import type { Context } from '../procedure.ts';
import type { LocalModelRecord } from '../records/local-record.ts';
import { fitText } from './local-texts.ts';

/** The machine that would install a model: that of the last worker, or this one if there is none yet. */
export async function fitMachineIn({ db, local }: Pick<Context, 'db' | 'local'>): Promise<FitMachine> {
  return (await newestLocalMachine(db)) ?? local.fitMachine(await readMachine());
}

export async function localModelRecords(
  context: Pick<Context, 'db' | 'engineKinds' | 'language' | 'local'>,
): Promise<LocalModelRecord[]> {
  const { db, local, engineKinds, language } = context;
  const machine = await fitMachineIn(context);
  const rows = (await listLocalModels(db)).filter(({ state }) => state !== 'removed');
  const entries = await local.entries();
  const kind = engineKinds.find(one => one.kind === local.program.kind);
  const operationsFor = (entry: LocalModelEntry): string[] => {
    const settings = kind?.settings.safeParse({ ...entry.settings, program: '/' });
    const jobs = settings?.success ? (kind?.offer(entry.name, settings.data as never).jobs ?? []) : [];
    return localCard(entry, { model: entry.name, versions: [] }).operations.filter(job => jobs.includes(job));
  };
  const ownEntries = rows
    .filter(({ name }) => !entries.some(entry => entry.name === name))
    .map(({ entry }) => entry);
  const weightSizes = new Set((await local.weights.list()).map(({ sizeBytes }) => sizeBytes));
  const lines = await Promise.all(
    [...entries, ...ownEntries].map(async entry => {
      const row = rows.find(({ name }) => name === entry.name);
      const shownEntry = row?.entry ?? entry;
      const present = await presentBytes(
        local.folder,
        listDownloads(shownEntry, row?.checkpoint),
        weightSizes,
      );
      const fit = checkFit(shownEntry, machine, row ? downloadBytes(row.entry) : present);
      return { entry, row, fit, present };
    }),
  );
  const recommendedNames = new Set(
    (['image', 'video'] as const).map(
      kind =>
        pickBest(
          lines
            .filter(({ entry }) => entry.kind === kind)
            .map(({ entry: { name, rank }, fit: { verdict } }) => ({ name, rank, verdict })),
        )?.name,
    ),
  );
  return lines.map(({ entry, row, fit, present }) => ({
    ...describeModel(row ?? { entry, checkpoint: undefined }, fit, language),
    present_bytes: present,
    recommended: recommendedNames.has(entry.name),
    can: operationsFor(entry),
    ...describeState(row, language),
    update: row?.state === 'ready' && entries.includes(entry) && hasChanged(entry, row.entry),
  }));
}

/** A checkpoint takes the place of the first file. */
function listDownloads({ files }: LocalModelEntry, checkpoint: string | undefined): LocalModelEntry['files'] {
  return checkpoint === undefined ? files : files.slice(1);
}

/**
 * `others`: sizes of files of other programs. Whether one of them is the same file is known
 * only when its hash was compared.
 */
async function presentBytes(
  { has, weightsPath }: Pick<ModelFolder, 'has' | 'weightsPath'>,
  files: LocalModelEntry['files'],
  weightSizes: ReadonlySet<number>,
): Promise<number> {
  const sizes = files.map(async ({ path, size, sha256 }) => {
    if (size === undefined || sha256 === undefined) return 0;
    return weightSizes.has(size) || (await has(weightsPath({ path, sha256 }), size)) ? size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}

function describeModel(
  { entry, checkpoint }: Pick<LocalModel, 'entry' | 'checkpoint'>,
  fit: Fit,
  language: Language,
) {
  const { name, title, kind, license, link, summary } = entry;
  const files = listDownloads(entry, checkpoint);
  const names = files.map(({ repository, path }) => `${repository}/${path}`);
  return {
    name,
    title,
    kind,
    fits: fit.verdict,
    reason: fitText(fit, language),
    bytes: files.length === 0 ? 0 : downloadBytes({ ...entry, files }),
    license: license.name,
    commercial: license.commercial,
    license_url: license.url,
    link,
    summary: summary[language],
    files: checkpoint === undefined ? names : [checkpoint, ...names],
  };
}

function describeState(row: LocalModel | undefined, language: Language) {
  if (!row || row.state === 'removed')
    return {
      state: 'available' as const,
      step: null,
      done_bytes: 0,
      total_bytes: null,
      bytes_per_second: null,
      seconds_left: null,
      problem: null,
      model: null,
      engine: null,
      default: false,
    };
  const { state, step, doneBytes, totalBytes, bytesPerSecond, problem, model, engine, isDefault } = row;
  const remainingBytes = totalBytes === undefined ? undefined : totalBytes - doneBytes;
  return {
    state,
    step: step ?? null,
    done_bytes: doneBytes,
    total_bytes: totalBytes ?? null,
    bytes_per_second: bytesPerSecond ?? null,
    seconds_left:
      remainingBytes !== undefined && bytesPerSecond ? Math.ceil(remainingBytes / bytesPerSecond) : null,
    problem: problem ? problemText(problem, language) : null,
    model,
    engine,
    default: isDefault,
  };
}

/** Files that were looked up have a size, a hash and a commit that the catalogue may leave open. */
function hasChanged(entry: LocalModelEntry, installedEntry: LocalModelEntry): boolean {
  const toComparable = ({ files, ...rest }: LocalModelEntry) => ({
    ...rest,
    files: files.map(({ option, repository, path }, index) => {
      const { sha256 } = entry.files[index] ?? {};
      return { option, repository, path, sha256: sha256 === undefined ? undefined : files[index]?.sha256 };
    }),
  });
  return !isDeepStrictEqual(
    JSON.parse(JSON.stringify(toComparable(entry))),
    JSON.parse(JSON.stringify(toComparable(installedEntry))),
  );
}
