/**
 * The adapter to media servers with the interfaces of OpenAI. Requests for pictures are
 * answered with the pictures, so they are held in this process. Clips are jobs of the server,
 * except where it answers with the clip.
 */
import { maxStepBytes } from '../../adapter-kit/http/answer-limits.ts';
import { reason } from '@kinora/shared/errors/reason';
import { LRUCache } from 'lru-cache';
import { EngineError } from '../../contract/engine-error.ts';
import type { EngineTraits } from '../../contract/engine-traits.ts';
import type { Json } from '../../contract/json.ts';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import { type HttpClient, openHttpClient } from '../../adapter-kit/http/http-client.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import { type HeldCall, HeldAnswers } from '../../adapter-kit/answers/held-answers.ts';
import type { Step } from '../../contract/steps/step.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { hasPreviews } from './abilities.ts';
import { askForClip, askForPictures } from './ask-media.ts';
import { cancelClip, contentPath, createClip, readJobId, openClipChecks } from './clip-jobs.ts';
import { clipRequest } from './clip-request.ts';
import { type Dialect, dialects } from './dialects.ts';
import { pictureRequest } from './picture-request.ts';
import type { OpenAiMediaSettings } from './settings.ts';

const defaultSlots = 2;
const cancelTimeoutMs = 10_000;

export function openOpenAiMediaEngine(options: InstanceOptions, results: ResultFiles): StepEngine {
  const { client, url } = openMediaClient(options);
  const settings = options.settings as OpenAiMediaSettings;
  const dialect = dialects[settings.dialect];
  const makesClips = settings.makes === 'clips' || dialect.makesClips === true;
  const isJob = makesClips && dialect.clips.kind === 'jobs';
  const common = {
    name: options.name,
    digitalSourceType: 'trainedAlgorithmicMedia',
    traits: toTraits(options, isJob),
  } as const;
  if (isJob) {
    const openFile: OpenFile = (path, signal) =>
      results.fetch(`${url}${path}`, { client, url, name: options.name, signal });
    return { ...common, ...clipEngine({ client, isPaid: settings.paid, dialect, openFile }) };
  }
  return { ...common, ...heldEngine({ client, url, results, dialect, options }) };
}

/** Operators enter the address with or without `/v1`. */
export function openMediaClient({ url = '', secret }: InstanceAccess): { client: HttpClient; url: string } {
  const base = url.replace(/\/v1$/, '');
  return { client: openHttpClient({ url: base, secret }), url: base };
}

function toTraits({ slots = defaultSlots, settings }: InstanceOptions, isJob: boolean): EngineTraits {
  const { paid: isPaid, dialect } = settings as OpenAiMediaSettings;
  const { canAbort, keepsFiles, knowsKey } = dialects[dialect].clips;
  return {
    slots,
    local: !isJob,
    afterUnknownStart: isPaid && !(isJob && knowsKey) ? 'never' : 'repeat',
    isPaid,
    canCancel: !isPaid || (isJob && canAbort),
    ...(isJob && { keepsFiles }),
  };
}

type OpenFile = (path: string, signal: AbortSignal) => Promise<Uint8Array>;

interface ClipDependencies {
  readonly client: HttpClient;
  readonly isPaid: boolean;
  readonly dialect: Dialect;
  readonly openFile: OpenFile;
}

type Methods = Pick<
  StepEngine,
  'start' | 'check' | 'open' | 'cancel' | 'cancelKey' | 'close' | 'stepsAtOnce' | 'remoteJobId'
>;

function clipEngine({ client, isPaid, dialect, openFile }: ClipDependencies): Methods {
  /** The jobs of recent starts: one that is repeated is the same job. */
  const handlesByKey = new LRUCache<string, Json & object>({ max: 1000 });
  const { cancelPath } = dialect.clips;
  const check = openClipChecks(client, dialect.clips);
  const cancel = (handle: Json) => {
    const signal = AbortSignal.timeout(cancelTimeoutMs);
    return cancelClip(client, handle, { ...(cancelPath && { cancelPath }), signal });
  };
  return {
    async start(step, key, signal) {
      const existingHandle = handlesByKey.get(key);
      if (existingHandle) return existingHandle;
      if (step.primitive !== 'clip') throw unable(step);
      const handle = await createClip({ client, isPaid }, step, {
        ...clipRequest(step, dialect, key),
        signal,
      });
      handlesByKey.set(key, handle as Json & object);
      return handle;
    },
    check: (handle, _waitMs, signal) => check(handle, signal),
    open: (handle, _media, signal) => openFile(contentPath(handle), signal),
    cancel,
    cancelKey: async key => cancel(handlesByKey.get(key) ?? null),
    remoteJobId: readJobId,
    close: async () => client.close(),
  };
}

interface HeldDependencies {
  readonly client: HttpClient;
  readonly url: string;
  readonly results: ResultFiles;
  readonly dialect: Dialect;
  readonly options: InstanceOptions;
}

function heldEngine({ client, url, results, dialect, options }: HeldDependencies): Methods {
  const { name, spool } = options;
  const answers = new HeldAnswers(spool, {
    fetchLink: (address, signal) => results.fetch(address, { client, url, name, signal }),
  });
  const settings = options.settings as OpenAiMediaSettings;
  const server = { client, isPaid: settings.paid };
  return {
    // So that each candidate has its place in the preview from the beginning.
    ...(hasPreviews(settings) && { stepsAtOnce: 4 }),
    async start(step, key, signal) {
      const terms = { ...server, maxBytes: maxStepBytes(step) };
      if (step.primitive === 'clip') {
        const request = clipRequest(step, dialect, key);
        return answers.start(key, call => askForClip(step, { ...terms, request, call }), signal);
      }
      if (step.primitive !== 'generate' && step.primitive !== 'instruct' && step.primitive !== 'inpaint')
        throw unable(step);
      const request = await pictureRequest(step, dialect, settings);
      const ask = (call: HeldCall) =>
        askForPictures({ ...terms, request, call }, { count: step.count, settings });
      return answers.start(key, ask, signal);
    },
    ...answers.methods(),
    close: async () => {
      answers.close();
      client.close();
    },
  };
}

function unable({ primitive }: Step): EngineError {
  return new EngineError('engine_rejected', reason('step_unsupported', { primitive }), { notStarted: true });
}
