/** The image interface's part of the URL contract, under each of its prefixes. */
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { RouteParts } from '../routes.ts';
import { route, type Route } from '../route.ts';
import { idempotent } from '../sent-headers.ts';
import {
  actionBody,
  blendBody,
  changeBody,
  describeBody,
  editBody,
  imagineBody,
  listBody,
  modalBody,
  shortenBody,
  showBody,
  simpleChangeBody,
  uploadBody,
  videoBody,
} from './bodies.ts';
import { onceByKey } from './answer-repeat.ts';
import { cancelImageTask } from './cancel-image-task.ts';
import { fetchTask } from './fetch-task.ts';
import { getImageSeed } from './get-image-seed.ts';
import { listNewest, listQueue, listTasks } from './list-tasks.ts';
import { showJob } from './show-job.ts';
import { submitAction, submitChange, submitSimpleChange } from './submit-action.ts';
import { submitBlend } from './submit-blend.ts';
import { submitDescribe } from './submit-describe.ts';
import { submitEdit } from './submit-edit.ts';
import { submitImagine } from './submit-imagine.ts';
import { submitModal } from './submit-modal.ts';
import { submitShorten } from './submit-shorten.ts';
import { submitVideo } from './submit-video.ts';
import { uploadPictures } from './upload-pictures.ts';
import { submitAnswer, taskRecord } from './wire.ts';

/** The first is the one in the OpenAPI document. */
const prefixes = [
  '/mj',
  '/mj-fast/mj',
  '/mj-relax/mj',
  '/mj-turbo/mj',
  '/fast/mj',
  '/relax/mj',
  '/turbo/mj',
  '/mj/mj',
] as const;

export function imageRoutes(parts: RouteParts): Route[] {
  return prefixes.flatMap(prefix => {
    const lines = [...submits(parts), ...pictureSubmits(parts), ...reads(parts), ...refusals()];
    return lines.map(line => ({
      ...line,
      path: `${prefix}${line.path}`,
      hidden: line.hidden || prefix !== '/mj',
    }));
  });
}

const answered = { 200: { says: 'Accepted, or refused: `code` tells which.', shape: submitAnswer } } as const;
const submit = { family: 'image', auth: 'key', method: 'POST', answers: answered } as const;
const makes = { ...submit, headers: idempotent } as const;

function submits(parts: RouteParts): Route[] {
  return [
    route({
      ...makes,
      path: '/submit/imagine',
      summary: 'Words, pictures or both to a 2x2 grid of pictures',
      body: imagineBody,
      handle: onceByKey(parts, submitImagine(parts)),
    }),
    route({
      ...makes,
      path: '/submit/action',
      summary: 'Press a button of a finished task',
      body: actionBody,
      handle: onceByKey(parts, submitAction(parts)),
    }),
    route({
      ...makes,
      path: '/submit/change',
      summary: 'Upscale, vary or roll again by task id and index',
      body: changeBody,
      handle: onceByKey(parts, submitChange(parts)),
    }),
    route({
      ...makes,
      path: '/submit/simple-change',
      summary: 'The same in one line: "<task id> U2"',
      body: simpleChangeBody,
      handle: onceByKey(parts, submitSimpleChange(parts)),
    }),
    route({
      ...makes,
      path: '/submit/modal',
      summary: 'The prompt or mask that a task waits for',
      body: modalBody,
      handle: submitModal(parts),
    }),
    route({
      ...makes,
      path: '/submit/shorten',
      summary: 'What counts in a prompt, and shorter ones',
      body: shortenBody,
      handle: onceByKey(parts, submitShorten(parts)),
    }),
    route({
      ...submit,
      path: '/submit/show',
      summary: 'The task of a job id',
      body: showBody,
      handle: showJob(parts),
    }),
  ];
}

function pictureSubmits(parts: RouteParts): Route[] {
  return [
    route({
      ...makes,
      path: '/submit/blend',
      summary: 'Two to five pictures to one grid',
      body: blendBody,
      handle: onceByKey(parts, submitBlend(parts)),
    }),
    route({
      ...makes,
      path: '/submit/describe',
      summary: 'A picture to four prompts',
      body: describeBody,
      handle: onceByKey(parts, submitDescribe(parts)),
    }),
    ...(['edits', 'edit'] as const).map(name =>
      route({
        ...makes,
        path: `/submit/${name}`,
        hidden: name === 'edit',
        summary: 'A picture of yours, changed as the prompt says',
        body: editBody,
        handle: onceByKey(parts, submitEdit(parts, 'edit')),
      }),
    ),
    route({
      ...makes,
      path: '/submit/retexture',
      summary: 'A picture of yours in other materials',
      body: editBody,
      handle: onceByKey(parts, submitEdit(parts, 'retexture')),
    }),
    route({
      ...makes,
      path: '/submit/video',
      summary: 'A picture to clips',
      body: videoBody,
      handle: onceByKey(parts, submitVideo(parts)),
    }),
    route({
      ...submit,
      path: '/submit/upload-discord-images',
      summary: 'Pictures of yours to addresses for prompts',
      body: uploadBody,
      handle: uploadPictures(parts),
    }),
  ];
}

function reads(parts: RouteParts): Route[] {
  const image = { family: 'image', auth: 'key' } as const;
  const records = { 200: { says: 'The records.', shape: z.array(taskRecord) } };
  return [
    route({
      ...image,
      method: 'GET',
      path: '/task/:id/fetch',
      summary: 'The record of a task',
      answers: {
        200: { says: 'The record.', shape: taskRecord, headers: ['ETag'] },
        304: { says: 'It has not changed.', headers: ['ETag'] },
      },
      refusals: ['task_unknown'],
      handle: fetchTask(parts),
    }),
    route({
      ...image,
      method: 'GET',
      path: '/task/:id/image-seed',
      summary: 'The seed of a finished task',
      answers: {
        200: { says: 'The seed in `result`, or a refusal: `code` tells which.', shape: submitAnswer },
      },
      handle: getImageSeed(parts),
    }),
    route({
      ...image,
      method: 'POST',
      path: '/task/:id/cancel',
      summary: 'Cancel a task, uncharged',
      answers: { 200: { says: 'Cancelled, or ended before: `code` tells which.', shape: submitAnswer } },
      refusals: ['task_unknown'],
      handle: cancelImageTask(parts),
    }),
    ...(['list-by-condition', 'list-by-ids'] as const).map(name =>
      route({
        ...image,
        method: 'POST',
        path: `/task/${name}`,
        hidden: name === 'list-by-ids',
        summary: 'The records of several tasks',
        body: listBody,
        answers: records,
        handle: listTasks(parts),
      }),
    ),
    route({
      ...image,
      method: 'GET',
      path: '/task/list',
      summary: 'Your newest hundred tasks',
      answers: records,
      handle: listNewest(parts),
    }),
    route({
      ...image,
      method: 'GET',
      path: '/task/queue',
      summary: 'Your tasks that wait, the next one first',
      answers: records,
      handle: listQueue(parts),
    }),
  ];
}

/** Known to clients of the format, and not offered: a clear refusal, since gateways switch off a channel for a 404. */
function refusals(): Route[] {
  const refused = [
    ['POST', 'insight-face/swap'],
    ['POST', 'insight-face/video-swap'],
    ['GET', 'account/list'],
    ['GET', 'account/:id/fetch'],
  ] as const;
  return refused.map(([method, name]) =>
    route({
      family: 'image',
      auth: 'key',
      hidden: true,
      method,
      path: `/${name}`,
      summary: 'Not offered',
      handle: async () => {
        throw new AppError('not_offered', { operation: name });
      },
    }),
  );
}
