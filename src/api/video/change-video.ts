/** Clips from clips: POST /v1/videos/{id}/remix, /v1/videos/edits and /v1/videos/extensions. */
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { newSeed } from '../../platform/lib/id.ts';
import { without } from '../../platform/lib/without.ts';
import { readProvenance } from '../../media/provenance/provenance.ts';
import type { TaskView } from '../../core/tasks/read/task-view.ts';
import { clipForJob } from '../../core/tasks/read/continued-clip.ts';
import { ownTask } from '../http/tasks/own-task.ts';
import type { Call } from '../http/route.ts';
import type { TaskRouteDependencies } from '../http/tasks/task-route-parts.ts';
import { placeOnce, type NewClip } from './create-video.ts';
import { checkedPrompt, findModel, quoteRequest } from './read-request.ts';
import { isUpload } from './references.ts';
import type { EditBody, ExtendBody, RemixBody } from './bodies.ts';
import { readVideoWire } from './wire.ts';

/** Generates a clip again with another prompt. What both prompts have in common stays as it is. */
export function remixVideo(parts: TaskRouteDependencies) {
  return (call: Call<RemixBody>) =>
    placeOnce(parts, call, async () =>
      remixClip(parts, call, await findClip(parts, call, call.params['id'] ?? '')),
    );
}

/** Does what a remix does. The body, not the path, names the clip. */
export function editVideo(parts: TaskRouteDependencies) {
  return (call: Call<EditBody>) =>
    placeOnce(parts, call, async () => remixClip(parts, call, await namedClip(parts, call, call.body.video)));
}

export async function remixClip(
  parts: TaskRouteDependencies,
  { body, token }: Pick<Call<Pick<RemixBody, 'prompt' | 'tier'>>, 'body' | 'token'>,
  parent: TaskView,
): Promise<NewClip> {
  const prompt = await checkedPrompt(parts, body.prompt, token);
  const model = await findModel(parts, parent.model, token);
  const wire = readVideoWire(parent);
  const tier = body.tier ?? parent.tier;
  const seconds = parent.job.seconds ?? 0;
  const job = without(parent.job, ['taskId', 'model', 'candidate', 'inputs', 'clip', 'extend']);
  const { parameters, references = parent.job.inputs?.length ?? 0 } = wire;
  return {
    model,
    tier,
    job: { ...job, prompt, remix: true },
    parent: { id: parent.id, candidate: 0 },
    quote: quoteRequest(model, { parameters, tier, token, seconds, references }),
    wire: { ...wire, references, from: parent.publicId },
  };
}

/** Continues a clip by `seconds`. Only these are charged. */
export function extendVideo(parts: TaskRouteDependencies) {
  return (call: Call<ExtendBody>) =>
    placeOnce(parts, call, async () =>
      extendClip(parts, call, await namedClip(parts, call, call.body.video)),
    );
}

export async function extendClip(
  parts: TaskRouteDependencies,
  { body, token }: Pick<Call<Pick<ExtendBody, 'prompt' | 'seconds' | 'tier'>>, 'body' | 'token'>,
  parent: TaskView,
): Promise<NewClip> {
  const prompt =
    body.prompt === undefined ? parent.job.prompt : await checkedPrompt(parts, body.prompt, token);
  const model = await findModel(parts, parent.model, token);
  const wire = readVideoWire(parent);
  const parameters = model.checkParameters({
    ...wire.parameters,
    ...(body.seconds !== undefined && { seconds: body.seconds }),
  });
  const addedSeconds = Number(parameters['seconds']);
  const seconds = (parent.job.seconds ?? 0) + addedSeconds;
  rejectTooLong(model.card.id, seconds, model.card.longestSeconds);
  const tier = body.tier ?? parent.tier;
  const job = without(parent.job, ['taskId', 'model', 'candidate', 'inputs', 'clip', 'remix']);
  return {
    model,
    tier,
    job: {
      ...job,
      ...clipForJob(parts, { model, parent, candidate: 0 }),
      prompt,
      seed: parent.job.seed ?? newSeed(),
      seconds,
      extend: true,
    },
    parent: { id: parent.id, candidate: 0 },
    quote: quoteRequest(model, { parameters, tier, token, seconds: addedSeconds, references: 0 }),
    wire: { ...wire, from: parent.publicId },
  };
}

function rejectTooLong(model: string, seconds: number, longest: number | undefined): void {
  if (longest === undefined) throw fieldInvalid('video', 'clip_not_extendable', { model });
  if (seconds > longest) throw fieldInvalid('seconds', 'clip_would_last', { seconds, model, longest });
}

/**
 * Finds the clip by `{id}`, an id, or a downloaded file, whose provenance names its task.
 * Throws AppError with `param`.
 */
async function namedClip(
  parts: TaskRouteDependencies,
  call: Pick<Call, 'token' | 'language'>,
  video: unknown,
): Promise<TaskView> {
  const id = typeof video === 'string' ? video : (video as { id?: unknown } | undefined)?.id;
  if (typeof id === 'string') return findClip(parts, call, id);
  const taskId = isUpload(video) ? readProvenance(video.bytes)?.taskId : undefined;
  if (taskId !== undefined) return findClip(parts, call, taskId);
  throw fieldInvalid('video', 'clip_of_yours');
}

export async function findClip(
  { db }: Pick<TaskRouteDependencies, 'db'>,
  { token }: Pick<Call, 'token'>,
  id: string,
): Promise<TaskView> {
  const task = await ownTask(db, id, { token, interface: 'video', param: 'video' });
  if (task.phase !== 'succeeded')
    throw new AppError('parent_not_ready', { task: id, phase: task.phase, param: 'video' });
  if (task.expired) throw new AppError('parent_expired', { task: id, param: 'video' });
  return task;
}
