/**
 * The adapter to Midjourney proxies. They know jobs themselves: each job is one task of the upstream, made by
 * a prompt or by a button, and polled until it ends. A follow-up of a candidate that was not chosen there
 * takes two: the choice, then the job.
 */
import { reason } from '@kinora/shared/errors/reason';
import { copyPicture } from '../../planner/finish-media.ts';
import type { Engine } from '../../contract/engine.ts';
import type { EngineCall } from '../../contract/engine-call.ts';
import { EngineError } from '../../contract/engine-error.ts';
import type { EngineHandle } from '../../contract/engine-handle.ts';
import { type EngineJob, isSelection } from '../../contract/engine-job.ts';
import type { EngineMedia } from '../../contract/engine-media.ts';
import type { EngineStatus } from '../../contract/engine-status.ts';
import type { EngineTraits } from '../../contract/engine-traits.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import type { ReceivedFile } from '../../../media/storage/waiting-files.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import { AnnouncedSubmits, changedStatus } from './announced-submits.ts';
import { listMedia, openTaskFiles, type TaskFiles } from './files.ts';
import { type MjHandle, readHandle } from './handle.ts';
import { readStartSize } from './press.ts';
import { openPreviews, type Previews } from './previews.ts';
import { changePrompt } from './prompt-text.ts';
import { type MjRecipe, findParent } from './recipe.ts';
import { readCost, toFailure, readProgress, readProperty, readState, type UpstreamRecord } from './record.ts';
import type { MjProxySettings } from './settings.ts';
import { choiceSubmit, needsChoice, type Submit, toSubmit } from './submits.ts';
import { readTexts } from './texts.ts';
import { openUpstream, type Upstream } from './upstream.ts';

/** An account of Midjourney draws three pictures at the same time. */
const defaultSlots = 3;
const cancelTimeoutMs = 10_000;
/** The time for all requests of a submit that follows the first one. A call of an engine has a minute. */
const followingTimeoutMs = 50_000;

export function openMjProxyEngine(options: InstanceOptions, results: ResultFiles): Engine {
  return new MjProxyEngine(options, results);
}

class MjProxyEngine implements Engine {
  readonly name: string;
  readonly digitalSourceType = 'trainedAlgorithmicMedia';
  readonly traits: EngineTraits;
  readonly #settings: MjProxySettings;
  readonly #reportUrl: InstanceOptions['reportUrl'];
  readonly #upstream: Upstream;
  readonly #files: TaskFiles;
  readonly #previews: Previews;
  readonly #submits: AnnouncedSubmits;

  constructor(options: InstanceOptions, results: ResultFiles) {
    const { name, slots = defaultSlots, reportUrl } = options;
    this.name = name;
    this.#settings = options.settings as MjProxySettings;
    this.#reportUrl = reportUrl;
    this.#upstream = openUpstream(options);
    const { knowsKey, cancels } = this.#upstream.dialect;
    const parts = { upstream: this.#upstream, results, name };
    this.#files = openTaskFiles(parts);
    this.#previews = openPreviews(parts);
    this.#submits = new AnnouncedSubmits(knowsKey);
    const { paid: isPaid } = this.#settings;
    this.traits = {
      slots,
      local: false,
      afterUnknownStart: knowsKey ? 'repeat' : 'never',
      isPaid,
      canCancel: !isPaid || cancels === 'free',
    };
  }

  async start(job: EngineJob, key: string, signal: AbortSignal): Promise<EngineHandle> {
    const parent = findParent(job, this.name);
    if (this.#isCopied(job)) return { key, step: 'copy', modal: 'none' };
    const { dialect } = this.#upstream;
    const isChosenFirst = parent !== undefined && needsChoice(job, { dialect, parent });
    const step = isChosenFirst ? 'choose' : 'make';
    const submit = isChosenFirst
      ? choiceSubmit(job, parent, dialect)
      : await this.#composeSubmit(job, parent, signal);
    return this.#send(submit, { key, step, modal: 'none' }, signal);
  }

  async check(stored: EngineHandle, _waitMs: number, call: EngineCall): Promise<EngineStatus> {
    const handle = readHandle(stored);
    if (!handle) return { state: 'lost' };
    if (handle.step === 'copy') return this.#copiedStatus(await call.job());
    if (handle.id === undefined) return this.#make(handle, call);
    if (handle.modal === 'announced') return this.#answerModal(handle, call);
    const record = await this.#upstream.record(handle.id, call.signal);
    if (!record) return { state: 'lost' };
    switch (readState(record)) {
      case 'running':
        return this.#runningStatus(handle, record, call.signal);
      case 'modal':
        if (handle.modal === 'none') return this.#submits.announce({ ...handle, modal: 'announced' });
        return this.#runningStatus(handle, record, call.signal);
      case 'failed':
        return toFailure(record, reason('not_finished'), this.#upstream.client);
      case 'cancelled':
        return toFailure(record, reason('cancelled_upstream'), this.#upstream.client);
      case 'succeeded':
        return handle.step === 'choose'
          ? this.#announceJob(handle, record)
          : this.#doneStatus(handle, record, call);
    }
  }

  mayStartMore(stored: EngineHandle): boolean {
    const handle = readHandle(stored);
    if (!handle || handle.step === 'copy') return false;
    return handle.step === 'choose' || handle.id === undefined || handle.modal === 'announced';
  }

  async open(stored: EngineHandle, media: EngineMedia, { signal, job }: EngineCall): Promise<ReceivedFile> {
    const handle = readHandle(stored);
    if (handle?.step === 'copy') return new Uint8Array(await copyPicture(await job()));
    if (!handle?.id) throw new EngineError('engine_error', reason('file_unknown'));
    return this.#files.open(handle.id, media, signal);
  }

  async cancel(stored: EngineHandle): Promise<void> {
    const { id } = readHandle(stored) ?? {};
    if (id === undefined) return;
    this.#previews.forget(id);
    await this.#upstream.cancel(id, AbortSignal.timeout(cancelTimeoutMs));
  }

  remoteJobId(stored: EngineHandle): string | undefined {
    return readHandle(stored)?.id;
  }

  isPartlyDone(stored: EngineHandle): boolean {
    return readHandle(stored)?.chosen !== undefined;
  }

  async close(): Promise<void> {
    this.#upstream.client.close();
  }

  /** A candidate at its own size is what Kinora has. In versions that draw it larger, U is a job. */
  #isCopied(job: EngineJob): boolean {
    if (!isSelection(job) || this.#settings.pressU) return false;
    const size = readStartSize(job);
    return size?.width === job.width && size.height === job.height;
  }

  #composeSubmit(job: EngineJob, parent: MjRecipe | undefined, signal: AbortSignal): Promise<Submit> {
    const { dialect } = this.#upstream;
    return toSubmit(job, { dialect, parent, upload: pictures => this.#upstream.upload(pictures, signal) });
  }

  /** Submits, and answers the modal, if there is one. */
  async #send({ path, body, modal }: Submit, handle: MjHandle, signal: AbortSignal): Promise<MjHandle> {
    const { key, step } = handle;
    const stepKey = step === 'choose' ? `${key}:choose` : key;
    const notifyHook = await this.#reportUrl?.(key);
    const common = { state: key, ...(notifyHook !== undefined && { notifyHook }) };
    const { id, needsModal } = await this.#upstream.submit({
      path,
      body: { ...body, ...common },
      key: stepKey,
      signal,
    });
    if (!needsModal) return { ...handle, id };
    return this.#answerAtOnce({ ...handle, id }, modal, signal);
  }

  /**
   * The upstream has the task, so regardless of the answer, the submit has succeeded: an error would
   * have it submitted once more. An answer that has not arrived is sent again by `check`, if that is certain
   * or the upstream knows its key.
   */
  async #answerAtOnce(handle: MjHandle, modal: Submit['modal'], signal: AbortSignal): Promise<MjHandle> {
    try {
      return await this.#answer(handle, modal, signal);
    } catch (error) {
      const canRepeat = this.#upstream.dialect.knowsKey || (error instanceof EngineError && error.notStarted);
      return canRepeat ? handle : { ...handle, modal: 'answered' };
    }
  }

  async #answer(handle: MjHandle, modal: Submit['modal'], signal: AbortSignal): Promise<MjHandle> {
    const { key, id: taskId } = handle;
    const body = { taskId, ...modal };
    const { id } = await this.#upstream.submit({ path: 'modal', body, key: `${key}:modal`, signal });
    return { ...handle, id, modal: 'answered' };
  }

  /** The candidate has been chosen: the job itself comes next. */
  #announceJob(handle: MjHandle, record: UpstreamRecord): EngineStatus {
    const { key } = handle;
    const chosenTask = { id: record.id, buttons: listButtons(record) };
    const cost = readCost(record);
    const costField = cost === undefined ? {} : { costMicros: cost };
    return this.#submits.announce({ key, step: 'make', modal: 'none', chosen: chosenTask, ...costField });
  }

  async #make(handle: MjHandle, call: EngineCall): Promise<EngineStatus> {
    const job = await call.job();
    const parent = this.#findCurrentParent(job, handle);
    const signal = submitSignal();
    return this.#submits.send({
      handle,
      send: async () => this.#send(await this.#composeSubmit(job, parent, signal), handle, signal),
      ifUnknown: {
        state: 'failed',
        code: 'engine_error',
        reason: reason('part_unknown'),
        retryable: false,
      },
    });
  }

  async #answerModal(handle: MjHandle, call: EngineCall): Promise<EngineStatus> {
    const job = await call.job();
    const { modal } = await this.#composeSubmit(job, this.#findCurrentParent(job, handle), call.signal);
    return this.#submits.send({
      handle,
      send: () => this.#answer(handle, modal, submitSignal()),
      // The record shows whether the answer has arrived.
      ifUnknown: changedStatus({ ...handle, modal: 'answered' }, 0),
    });
  }

  /** The task that the job follows, as it is upstream by now. */
  #findCurrentParent(job: EngineJob, { chosen: chosenTask }: MjHandle): MjRecipe | undefined {
    const parent = findParent(job, this.name);
    if (!parent || !chosenTask) return parent;
    const { chosen: _, ...rest } = parent;
    return { ...rest, task: chosenTask.id, buttons: chosenTask.buttons, result: 'picture' };
  }

  async #runningStatus(handle: MjHandle, record: UpstreamRecord, signal: AbortSignal): Promise<EngineStatus> {
    const { dialect } = this.#upstream;
    const preview = handle.step === 'make' ? await this.#previews.next(record, signal) : undefined;
    const progress = handle.step === 'make' ? readProgress(record) : 0;
    return {
      state: 'running',
      progress,
      checkAgainMs: dialect.pollMs,
      mayCheckSooner: true,
      ...(preview && { preview }),
    };
  }

  async #doneStatus(handle: MjHandle, record: UpstreamRecord, call: EngineCall): Promise<EngineStatus> {
    this.#previews.forget(record.id);
    const job = await call.job();
    const cost = readCost(record);
    const costField = cost === undefined ? {} : { costMicros: cost + (handle.costMicros ?? 0) };
    if (job.kind === 'describe' || job.kind === 'shorten') {
      const texts = readTexts(job, record);
      return texts ? { state: 'done', media: [], texts, ...costField } : unusableStatus();
    }
    const media = listMedia(job, record);
    if (!media) return unusableStatus();
    return { state: 'done', media, recipe: this.#makeRecipe(job, record), ...costField };
  }

  #copiedStatus(job: EngineJob): EngineStatus {
    const { width, height } = job;
    const parent = findParent(job, this.name);
    const media = { kind: 'picture', contentType: 'image/x-rgba', width, height, ref: null } as const;
    const chosenCandidate = parent?.chosen ?? job.parent?.candidate ?? 0;
    const recipe = parent && { recipe: { ...parent, chosen: chosenCandidate } };
    return { state: 'done', media: [media], ...recipe, costMicros: 0 };
  }

  #makeRecipe(job: EngineJob, record: UpstreamRecord): MjRecipe {
    const account = readProperty(record, 'discordInstanceId') || record.instanceId;
    const hash = readProperty(record, 'messageHash');
    return {
      engine: this.name,
      task: record.id,
      result: job.kind === 'clip' ? 'clips' : job.kind === 'upscale' ? 'picture' : 'grid',
      ...(account && { account }),
      ...(hash && { hash }),
      buttons: listButtons(record),
      words: changePrompt(job),
      ...(job.kind === 'clip' && job.seconds !== undefined && { seconds: job.seconds }),
    };
  }
}

/** For submits, instead of the signal of the call: no drain may leave it unknown whether they began. */
function submitSignal(): AbortSignal {
  return AbortSignal.timeout(followingTimeoutMs);
}

function listButtons({ buttons }: UpstreamRecord): string[] {
  return (buttons ?? []).flatMap(({ customId }) => (customId ? [customId] : []));
}

/** It was made, and perhaps paid for, so it is not made again. */
function unusableStatus(): EngineStatus {
  return { state: 'failed', code: 'engine_error', reason: reason('answer_unusable'), retryable: false };
}
