/**
 * POST /mj/submit/video: creates clips from a picture of the client or from a candidate of a finished task.
 */
import { problemDetails } from '@kinora/shared/prompt/problem-details';
import { promptWords, untranslatedText } from '@kinora/shared/prompt/prompt-words';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { newSeed } from '../../../platform/lib/id.ts';
import { normalizePrompt } from '@kinora/shared/prompt/parse-prompt';
import type { ParsedPrompt } from '@kinora/shared/prompt/parsed-prompt';
import { extendSeconds, maxClipSeconds } from '../../../core/tasks/follow-up.ts';
import { countCandidates, type TaskInput } from '../../../core/tasks/task.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import type { Call } from '../../http/route.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import type { VideoBody } from '../wire/bodies.ts';
import { animationOrder, extensionOrder } from '../order/clip-follow-ups.ts';
import { defaultClipSize, rejectExtreme, defaultClip } from '../order/clip-order.ts';
import { rejectUnusableParameters } from '../order/follow-up-order.ts';
import { botTypeFor, engineParameters, readAs, readSinglePrompt, type Order } from '../order/order.ts';
import { findFinished } from '../wire/parent.ts';
import { chooseDefaultVersion, placeOrders } from '../order/place-order.ts';
import { promptUse } from '../order/prompt-use.ts';
import { acceptedResponse } from '../wire/submit-response.ts';
import { takeInputs, type NamedInput, type IngestedInputs } from '../order/take-inputs.ts';
import { readImageWire } from '../wire/image-wire.ts';

export function submitVideo(parts: SubmitDependencies) {
  return async (call: Call<VideoBody>) => {
    const { body, language } = call;
    const order = await videoOrder(parts, call);
    const modes = body.accountFilter?.modes ?? (body.mode ? [body.mode] : undefined);
    const filtered = { ...body, accountFilter: { modes } };
    return acceptedResponse(await placeOrders(parts, { ...call, body: filtered }, [order]), language);
  };
}

export type VideoCall = Pick<Call<VideoBody>, 'body' | 'token'>;

/** Clips from a picture or from a candidate. Stores nothing. Throws AppError. */
export function videoOrder(parts: SubmitDependencies, call: VideoCall): Promise<Order> {
  const { body } = call;
  const text = (body.prompt ?? '').trim();
  const prompt = text ? motionPrompt(parts, call, text) : undefined;
  const make = body.taskId ? orderFromTask : orderFromPicture;
  return make(parts, call, { text, prompt });
}

interface ClipPrompt {
  readonly text: string;
  readonly prompt: ParsedPrompt | undefined;
}

function motionPrompt(parts: SubmitDependencies, { body, token }: VideoCall, text: string): ParsedPrompt {
  const version = chooseDefaultVersion(parts, token, body);
  const prompt = readSinglePrompt(text, version, {
    ...promptUse(parts, token, { text, version, model: body.model }),
    for: 'clip',
  });
  rejectUnusableParameters(prompt, '/video');
  if (!prompt.hasAspect) return prompt;
  const remedy = promptWords('clip_keeps_shape');
  throw new AppError(
    'parameter_conflict',
    problemDetails({ parameter: '--ar', other: untranslatedText('/video'), remedy }),
  );
}

/** Fields take precedence over the parameters in the prompt, and these over the defaults. */
function clipOptions(body: VideoBody, { prompt }: ClipPrompt) {
  const { video } = prompt ?? {};
  return {
    clips: body.batchSize ?? video?.batch ?? defaultClip.clips,
    motion: body.motion || video?.motion || ('low' as const),
    loop: body.loop ?? video?.loop ?? false,
    lines: body.videoType === 'vid_1.1_i2v_720' ? 720 : 480,
  };
}

function takePictures(
  parts: SubmitDependencies,
  { body, token }: VideoCall,
  { first, end }: { first?: NamedInput; end: string | undefined },
): Promise<IngestedInputs> {
  const address = body.endImage || end;
  const last: NamedInput[] = address ? [{ address, role: 'last', param: 'endImage' }] : [];
  return takeInputs(parts, { addresses: [...(first ? [first] : []), ...last], token });
}

async function orderFromPicture(
  parts: SubmitDependencies,
  call: VideoCall,
  clipPrompt: ClipPrompt,
): Promise<Order> {
  const { body } = call;
  const { prompt } = clipPrompt;
  if (body.action === 'extend' || body.index != null)
    throw fieldInvalid(body.action ? 'action' : 'index', 'video_task_needed');
  const address = body.image || body.base64;
  if (!address) throw fieldInvalid('image', 'video_image_needed');
  const first: NamedInput = { address, role: 'picture', param: body.image ? 'image' : 'base64' };
  const { inputs, pictures } = await takePictures(parts, call, { first, end: prompt?.video?.end });
  const picture = inputs[0] as TaskInput;
  rejectExtreme(picture);
  const { clips, motion, loop, lines } = clipOptions(body, clipPrompt);
  const version = prompt?.version ?? chooseDefaultVersion(parts, call.token, body);
  return {
    job: {
      ...(prompt ? engineParameters(prompt) : { version, exclude: [] }),
      kind: 'clip',
      prompt: prompt?.text ?? '',
      seed: prompt?.seed ?? newSeed(),
      ...defaultClipSize(picture, lines),
      ...defaultClip,
      clips,
      motion,
      loop,
      inputs,
    },
    pictures,
    model: body.model ?? prompt?.model,
    tier: prompt?.tier,
    wire: {
      action: 'VIDEO',
      prompt: clipPrompt.text,
      finalPrompt: prompt ? normalizePrompt(prompt) : '',
      ...(prompt && readAs(prompt)),
      description: `/video ${clipPrompt.text}`.trim(),
      aspect: { width: picture.width, height: picture.height },
      botType: botTypeFor(version),
      parentId: null,
    },
  };
}

async function orderFromTask(
  parts: SubmitDependencies,
  call: VideoCall,
  clipPrompt: ClipPrompt,
): Promise<Order> {
  const { body, token } = call;
  const { prompt } = clipPrompt;
  const parent = await findFinished(parts, token, body.taskId ?? '');
  const candidate = body.index ?? 0;
  rejectImpossible(body, parent, candidate);
  const isExtension = body.action === 'extend';
  const { clips, motion, loop, lines } = clipOptions(body, clipPrompt);
  const followUp = (isExtension ? extensionOrder : animationOrder)(parent, { motion, candidate }, prompt);
  const last = await takePictures(parts, call, { end: prompt?.video?.end });
  const { inputs = [], ...job } = followUp.job;
  const wire = readImageWire(parent);
  return {
    ...followUp,
    job: {
      ...job,
      ...(!isExtension && defaultClipSize(parent.job, lines)),
      clips,
      loop,
      inputs: [...inputs, ...last.inputs],
    },
    pictures: last.pictures,
    model: body.model ?? prompt?.model,
    parentModel: parent.model,
    tier: prompt?.tier ?? parent.tier,
    wire: {
      action: 'VIDEO',
      prompt: clipPrompt.text || wire.prompt,
      finalPrompt: prompt ? normalizePrompt(prompt) : wire.finalPrompt,
      description: `/video ${parent.publicId} ${candidate}`,
      aspect: wire.aspect,
      botType: wire.botType,
      parentId: parent.publicId,
    },
  };
}

/** Rejects requests that do not fit the task. Throws AppError `field_invalid`. */
function rejectImpossible(body: VideoBody, { job }: TaskView, candidate: number): void {
  if (body.image || body.base64) throw fieldInvalid(body.image ? 'image' : 'base64', 'video_image_twice');
  const isClip = job.kind === 'clip';
  if ((body.action === 'extend') !== isClip) throw fieldInvalid('action', 'video_extend');
  const count = countCandidates(job);
  if (count === 0) throw fieldInvalid('taskId', 'video_task_image');
  if (candidate < 0 || candidate >= count)
    throw fieldInvalid('index', 'out_of_range', { least: 0, most: count - 1 });
  if (!isClip) return rejectExtreme(job);
  if (body.videoType) throw fieldInvalid('videoType', 'video_resolution');
  if ((job.seconds ?? 0) + extendSeconds > maxClipSeconds)
    throw fieldInvalid('action', 'video_longest', { seconds: maxClipSeconds });
}
