/** kinora try: a demonstration. It generates a grid, presses its buttons U2 and V3, generates a clip. */
import { withoutSlashes } from '../../platform/lib/text/without-slashes.ts';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, relative, resolve } from 'node:path';
import {
  type FollowOptions,
  type ImageRecord,
  type ImageResult,
  type ImageTaskHandle,
  Kinora,
  KinoraError,
  type VideoRecord,
} from 'kinora-client';
import { listeningAddress } from '../start/addresses.ts';
import { startApp, type App } from '../start/app.ts';
import { loadConfig, type Config } from '../../platform/config/config.ts';
import { systemClock } from '@kinora/shared/clock';
import { formatMicros, parseMicros } from '@kinora/shared/money';
import { parsePrompt, type ParsedPrompt } from '@kinora/shared/prompt/parse-prompt';
import { StartError } from '../../platform/errors/start-error.ts';
import { exitCodes, jsonOption, printJson, UsageError, type Command, type CommandInput } from './command.ts';
import { followInstallation } from './local-progress.ts';
import { openProgressBar, type ProgressBar } from './progress-bar.ts';
import { defaultNames, saveLocalModel } from '../../core/local-models/local-rows.ts';
import type { LocalModelEntry } from '../../core/local-models/entry.ts';
import { claimOwner } from '../../core/local-models/model-folder.ts';
import { openLocalModels, type LocalModels } from '../../core/local-models/open-local-models.ts';

interface Step {
  readonly name: string;
  readonly taskId: string;
  readonly seconds: number;
  readonly files: readonly string[];
  readonly charged: string;
  readonly currency: string;
}

interface Keys {
  readonly image: string;
  readonly video: string;
}

interface Run {
  readonly kinora: Kinora;
  readonly folder: string;
  readonly quiet: boolean;
  readonly currency: string;
  readonly videoModel: string;
  readonly steps: Step[];
}

const defaultPrompt = 'a red fox beside a lighthouse on a cliff at sunset, watercolor --ar 16:9';

export const tryOut: Command = {
  name: 'try',
  description:
    'Generate a grid, select one of its images, vary another, generate a 4-second clip, and save the files.',
  positionals: '["prompt --parameters"]',
  options: {
    out: { type: 'string', description: 'Output folder. Default: out.' },
    url: {
      type: 'string',
      description: 'Address of a running server (or KINORA_URL). Default: start a temporary one.',
    },
    model: {
      type: 'string',
      description:
        'Local model to install and use, such as sdxs-512. Its files stay until another installation ends.',
    },
    'image-token': { type: 'string', description: 'Image token for that server (or KINORA_IMAGE_TOKEN).' },
    'video-token': { type: 'string', description: 'Video token for that server (or KINORA_VIDEO_TOKEN).' },
    ...jsonOption,
  },
  run: async input => {
    const config = loadConfig();
    const prompt = input.words.join(' ').trim() || defaultPrompt;
    const parsed = parsePrompt(prompt, config.defaultVersion);
    const folder = resolve(String(input.flags['out'] ?? 'out'));
    await mkdir(folder, { recursive: true });
    const server = await findServer(input, config);
    const run: Run = {
      currency: config.currency,
      videoModel: server.videoModel,
      kinora: new Kinora({
        baseUrl: server.url,
        imageToken: server.keys.image,
        videoToken: server.keys.video,
      }),
      folder,
      quiet: input.flags['json'] === true,
      steps: [],
    };
    try {
      await makeAll(run, prompt, parsed.ok ? parsed.prompt : undefined);
    } catch (error) {
      if (!(error instanceof KinoraError)) throw error;
      return report(run, server.url, error);
    } finally {
      await server.stop();
    }
    return report(run, server.url);
  },
};

async function makeAll(run: Run, prompt: string, parsed: ParsedPrompt | undefined): Promise<void> {
  const grid = await image(run, 'grid', run.kinora.images.imagine(prompt));
  await image(run, 'U2', grid.select(2));
  await image(run, 'V3', grid.vary(3));
  await clip(run, parsed?.text ?? prompt, nearestRatio(parsed));
}

async function image(run: Run, name: string, task: ImageTaskHandle): Promise<ImageResult> {
  const startMs = systemClock.now();
  const bar = openProgressBar(name, run.quiet);
  const result = await task.wait(followWith(bar));
  const file = (suffix: string, url: string) =>
    join(run.folder, `${name.toLowerCase()}${suffix}${extname(new URL(url).pathname)}`);
  const files: string[] = [];
  for (const [index, { url }] of result.images.entries()) {
    const path = file(result.images.length === 1 ? '' : `-${index + 1}`, url);
    await writeFile(path, await (await result.blob(index)).bytes());
    files.push(path);
  }
  if (result.images.length > 1 && result.url !== null) {
    const sheet = file('-sheet', result.url);
    await writeFile(sheet, await (await fetch(result.url)).bytes());
    files.unshift(sheet);
  }
  note(run, { name, taskId: result.id, startMs, files, usage: result.price, end: bar.end });
  return result;
}

async function clip(run: Run, prompt: string, aspectRatio: ReturnType<typeof nearestRatio>): Promise<void> {
  const startMs = systemClock.now();
  const bar = openProgressBar('clip', run.quiet);
  const request = { model: run.videoModel, prompt, seconds: 4, aspect_ratio: aspectRatio };
  const result = await run.kinora.videos.create(request).wait(followWith(bar));
  const file = await result.download(join(run.folder, 'clip.mp4'));
  note(run, { name: 'clip', taskId: result.id, startMs, files: [file], usage: result.price, end: bar.end });
}

function followWith(bar: ProgressBar): FollowOptions<ImageRecord | VideoRecord> {
  return {
    onProgress: ({ progress, status }) => {
      // `NOT_START` is the image interface's own name for a task in the queue.
      const stage = status === 'NOT_START' ? 'not started' : status.toLowerCase().replaceAll('_', ' ');
      if (!['success', 'completed'].includes(stage))
        bar.show(Number.parseInt(String(progress), 10) || 0, stage);
    },
  };
}

interface Note {
  readonly name: string;
  readonly taskId: string;
  readonly startMs: number;
  readonly files: readonly string[];
  readonly usage: { readonly amount: string; readonly currency: string };
  readonly end: (result: string) => void;
}

function note(run: Run, { name, taskId, startMs, files, usage, end }: Note): void {
  const seconds = Math.round((systemClock.now() - startMs) / 10) / 100;
  end(`${seconds.toFixed(1)} s, charged ${usage.amount} ${usage.currency}`);
  run.steps.push({ name, taskId, seconds, files, charged: usage.amount, currency: usage.currency });
}

/** The nearest aspect ratio of the clip model, which offers fewer than images have. */
function nearestRatio(parsed: ParsedPrompt | undefined): '16:9' | '9:16' | '1:1' {
  if (!parsed) return '16:9';
  const ratio = parsed.aspect.width / parsed.aspect.height;
  if (ratio > 1.2) return '16:9';
  return ratio < 0.85 ? '9:16' : '1:1';
}

function report({ steps, quiet, currency }: Run, address: string, error?: KinoraError): number {
  const total = formatMicros(steps.reduce((sum, step) => sum + parseMicros(step.charged), 0n));
  if (quiet) {
    printJson({
      ok: !error,
      address,
      steps,
      charged: total,
      currency,
      ...(error && { error: { message: error.message } }),
    });
  } else {
    for (const file of steps.flatMap(step => step.files))
      process.stdout.write(`${relative(process.cwd(), file) || file}\n`);
    process.stdout.write(`Total charged: ${total} ${currency}.\n`);
    if (error) process.stderr.write(`Failed: ${error.message}\n`);
  }
  if (!error) return exitCodes.ok;
  return [401, 403].includes(error.status) ? exitCodes.auth : exitCodes.failed;
}

interface FoundServer {
  readonly url: string;
  readonly keys: Keys;
  readonly videoModel: string;
  readonly stop: () => Promise<void>;
}

/** The server named by an option or the environment, otherwise a temporary one on a free port. */
async function findServer({ flags }: CommandInput, config: Config): Promise<FoundServer> {
  const urlOption = flags['url'] as string | undefined;
  const url = urlOption === undefined ? config.client.url : withoutSlashes(urlOption);
  const model = flags['model'] as string | undefined;
  if (!url) {
    await noteOwnServer(config);
    return startOwn(config, model);
  }
  if (model !== undefined)
    throw new UsageError(
      `--model installs a model on a temporary server, and ${url} is another one. Install it there: kinora local install ${model}`,
    );
  if (!URL.canParse(url))
    throw new UsageError(`"${url}" is not a valid URL. Use the form http://127.0.0.1:4040.`);
  const image = (flags['image-token'] as string | undefined) ?? config.client.imageToken;
  const video = (flags['video-token'] as string | undefined) ?? config.client.videoToken;
  if (!image || !video) {
    throw new UsageError(
      `${url} needs two tokens: --image-token and --video-token, or KINORA_IMAGE_TOKEN and KINORA_VIDEO_TOKEN.`,
    );
  }
  return { url, keys: { image, video }, videoModel: config.defaultVideoModel, stop: async () => {} };
}

/** A temporary server is no proof of the installation, and its tasks appear nowhere else. */
async function noteOwnServer(config: Config): Promise<void> {
  const installationUrl = listeningAddress(config);
  const isRunning = await fetch(`${installationUrl}/livez`).then(
    ({ ok }) => ok,
    () => false,
  );
  const remedy = isRunning
    ? ` To use the running one: kinora try --url ${installationUrl} --image-token <token> --video-token <token>.`
    : '';
  process.stderr.write(
    `Using a temporary server, which is removed afterwards: its tasks do not appear in your installation.${remedy}\n`,
  );
}

async function startOwn(config: Config, model: string | undefined): Promise<FoundServer> {
  const local = openLocalModels({ ...config, get: noCatalogue });
  const entry = model === undefined ? undefined : await entryNamed(local, model);
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-try-'));
  const temporaryConfig: Config = {
    ...config,
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    baseUrl: undefined,
    directBaseUrl: undefined,
    dataDir,
    port: 0,
    host: '127.0.0.1',
    role: 'all',
    monitoring: undefined,
  };
  const app = await startApp(temporaryConfig, { warmUp: true });
  const stop = async () => {
    await app.stop();
    // No other process could release what the temporary server has claimed.
    if (entry) await local.folder.unclaim(claimOwner(app.mark, entry.name));
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    if (!app.address || !app.firstKeys)
      throw new StartError('The temporary server returned no address or no tokens');
    if (entry) await installForTrial(app, entry);
    const videoModel = entry?.kind === 'video' ? entry.name : temporaryConfig.defaultVideoModel;
    return { url: app.address, keys: app.firstKeys, videoModel, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const noCatalogue = () =>
  Promise.reject(new StartError('KINORA_LOCAL_CATALOGUE must be a file for "kinora try"'));

/** Throws StartError. */
async function entryNamed({ entries }: Pick<LocalModels, 'entries'>, name: string): Promise<LocalModelEntry> {
  const localModels = await entries();
  const entry = localModels.find(one => one.name === name);
  if (entry) return entry;
  throw new StartError(
    `There is no local model ${name}. Available: ${localModels.map(one => one.name).join(', ')}.`,
  );
}

/** Throws StartError. What it has downloaded stays where a later installation finds it. */
async function installForTrial({ db }: App, entry: LocalModelEntry): Promise<void> {
  const row = { entry, ...defaultNames(entry), isDefault: true, program: undefined, checkpoint: undefined };
  await db.transaction(tx => saveLocalModel(tx, row));
  if (!(await followInstallation(db, entry.name)))
    throw new StartError(`The model ${entry.name} could not be installed.`);
}
