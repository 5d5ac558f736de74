/**
 * The adapter to `/sdapi/v1`. Its requests are answered with the pictures, so they are held in this
 * process. The work of a request whose connection broke is of no use to anybody: it is interrupted, and
 * done again with the same seed.
 */
import { maxMediaBytes } from '../../adapter-kit/http/answer-limits.ts';
import { reason } from '@kinora/shared/errors/reason';
import { systemClock } from '@kinora/shared/clock';
import { EngineError } from '../../contract/engine-error.ts';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import { type HttpClient, type HttpResponse, openHttpClient } from '../../adapter-kit/http/http-client.ts';
import { startFailure, failureText } from '../../adapter-kit/http/http-failures.ts';
import { type HeldAnswer, type HeldCall, HeldAnswers } from '../../adapter-kit/answers/held-answers.ts';
import { decodeBase64, toHeldPicture } from '../../adapter-kit/answers/held-picture.ts';
import type { Step, UpscaleStep } from '../../contract/steps/step.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { readEnlarged, readPictures } from './answers.ts';
import { openCheckpointCheck } from './checkpoints.ts';
import { dialects } from './dialects.ts';
import { openOwnJobs } from './own-jobs.ts';
import {
  enlargeBody,
  pictureRequest,
  refineRequest,
  type RequestOptions,
  type SdapiRequest,
} from './requests.ts';
import type { SdapiSettings } from './settings.ts';
import { openTaskProgress } from './task-progress.ts';

/** One picture after the other: the programs queue the requests of all their users. */
const defaultSlots = 1;

export function openSdapiEngine(options: InstanceOptions): StepEngine {
  const settings = options.settings as SdapiSettings;
  const dialect = dialects[settings.dialect];
  const client = openSdapiClient(options);
  const answers = new HeldAnswers(options.spool);
  const progress = openTaskProgress({ client, isEnabled: dialect.hasTaskIds, clock: systemClock });
  const jobs = openOwnJobs(progress);
  const checkCheckpoint = openCheckpointCheck(client);

  return {
    name: options.name,
    digitalSourceType: 'trainedAlgorithmicMedia',
    traits: { slots: options.slots ?? defaultSlots, local: true, afterUnknownStart: 'repeat' },
    async start(step, key, signal) {
      const request = { settings, dialect, taskId: toTaskId(key) };
      // Throws for what the program cannot do, before anything is sent.
      const ask = askFor(client, step, request);
      if (dialect.hasCheckpoints && settings.checkpoints) await checkCheckpoint(step.upstream, signal);
      return answers.start(
        key,
        call =>
          jobs
            .run(request.taskId, () => ask(call))
            .catch(async (error: unknown) => {
              if (isUnclear(error)) await jobs.interrupt(request.taskId);
              throw error;
            }),
        signal,
      );
    },
    async check(handle, waitMs, signal) {
      const state = await answers.check(handle, waitMs, signal);
      const taskId = toTaskId(readKey(handle));
      // It may still run for a process that is gone.
      if (state.state === 'lost') await jobs.interrupt(taskId);
      if (state.state !== 'running') return state;
      return { ...state, ...(await progress.read(taskId, signal)) };
    },
    open: (handle, media, signal) => answers.open(handle, media, signal),
    async cancel(handle) {
      progress.forget(toTaskId(readKey(handle)));
      await answers.cancel(handle);
    },
    async cancelKey(key) {
      progress.forget(toTaskId(key));
      await answers.cancelKey(key);
    },
    async close() {
      answers.close();
      client.close();
    },
  };
}

/** Web UIs know users with passwords, other programs keys. */
export function openSdapiClient({ url = '', secret }: InstanceAccess): HttpClient {
  return openHttpClient({ url, secret, scheme: secret?.includes(':') ? 'basic' : 'bearer' });
}

function askFor(
  client: HttpClient,
  step: Step,
  options: RequestOptions,
): (call: HeldCall) => Promise<HeldAnswer> {
  if (step.primitive === 'clip' || step.primitive === 'ask')
    throw new EngineError('engine_rejected', reason('step_unsupported', { primitive: step.primitive }), {
      notStarted: true,
    });
  if (step.primitive === 'upscale') return call => upscale(client, step, { ...options, call });
  const request = pictureRequest(step, options);
  const maxBytes = maxMediaBytes({ ...step, count: 2 * step.count });
  return async call => ({ files: await sample(client, request, { ...call, maxBytes }) });
}

/** A sheet of the pictures can come before them, as large as all of them. */
interface LimitedCall extends HeldCall {
  readonly maxBytes: number;
}

async function upscale(
  client: HttpClient,
  step: UpscaleStep,
  { call, ...options }: RequestOptions & { readonly call: HeldCall },
): Promise<HeldAnswer> {
  const path = '/sdapi/v1/extra-single-image';
  const limitedCall = { ...call, maxBytes: maxMediaBytes({ ...step, count: 1 }) };
  const enlargedPicture = readEnlarged(
    await send(client, { path, body: enlargeBody(step, options.settings) }, limitedCall),
  );
  if (step.strength === 0) return { files: [await toHeldPicture(decodeBase64(enlargedPicture))] };
  return { files: await sample(client, refineRequest(step, enlargedPicture, options), limitedCall) };
}

async function sample(client: HttpClient, { path, body, count }: SdapiRequest, call: LimitedCall) {
  return readPictures(await send(client, { path, body }, call), count);
}

async function send(
  client: HttpClient,
  request: { readonly path: string; readonly body: object },
  call: LimitedCall,
): Promise<HttpResponse> {
  const response = await client.send({ ...request, ...call, timeoutMs: Infinity });
  if (response.isOk) return response;
  if (response.status !== 500) throw startFailure(response, client);
  // The work itself failed, for example for want of memory.
  throw new EngineError('engine_error', reason('not_finished'), {
    retryable: true,
    cause: failureText(response, client),
  });
}

/** The connection broke or was ended by us, and the program may continue with the work. */
function isUnclear(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'engine_unavailable' && !error.notStarted;
}

/** Makes an id in the form of those that the web UI makes itself. */
function toTaskId(key: string): string {
  return `task(kinora-${key})`;
}

function readKey(handle: unknown): string {
  return String((handle as { key?: unknown } | null)?.key ?? '');
}
