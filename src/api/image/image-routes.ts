/** The routes of the image interface, under each of its prefixes. */
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { route, type Route } from '../http/route.ts';
import type { TaskRouteDependencies } from '../http/tasks/task-route-parts.ts';
import { eventRoutes } from '../http/tasks/event-routes.ts';
import type { EventDependencies } from '../http/tasks/task-events.ts';
import { idempotent } from '../http/sent-headers.ts';
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
} from './wire/bodies.ts';
import { withIdempotency } from './submit/with-idempotency.ts';
import { cancelImageTask } from './tasks/cancel-image-task.ts';
import { fetchTask } from './tasks/fetch-task.ts';
import { getImageSeed } from './tasks/get-image-seed.ts';
import { listNewest, listQueue, listTasks } from './tasks/list-tasks.ts';
import { showJob } from './tasks/show-job.ts';
import { submitAction, submitChange, submitSimpleChange } from './submit/submit-action.ts';
import { submitBlend } from './submit/submit-blend.ts';
import { submitDescribe } from './submit/submit-describe.ts';
import { submitEdit } from './submit/submit-edit.ts';
import { submitImagine } from './submit/submit-imagine.ts';
import { submitModal } from './submit/submit-modal.ts';
import { submitShorten } from './submit/submit-shorten.ts';
import { submitVideo } from './submit/submit-video.ts';
import { uploadPictures } from './tasks/upload-pictures.ts';
import { imageEvents } from './wire/image-events.ts';
import { submitResponse, taskRecord } from './wire/wire.ts';

/** The prefixes of the paths. The OpenAPI document contains the first one. */
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

export function imageRoutes(parts: TaskRouteDependencies & EventDependencies): Route[] {
  return prefixes.flatMap(prefix => {
    const lines = [
      ...submits(parts),
      ...wordSubmits(parts),
      ...pictureSubmits(parts),
      ...taskRoutes(parts),
      ...taskLists(parts),
      ...eventRoutes(parts, imageEvents(parts), { one: '/task/:id/events', all: '/events', noun: 'task' }),
      accountList(),
      ...errorCodes(),
    ];
    return lines.map(line => ({
      ...line,
      path: `${prefix}${line.path}`,
      hidden: line.hidden || prefix !== '/mj',
    }));
  });
}

const submitResponses = {
  200: { description: 'Accepted or rejected, depending on `code`.', shape: submitResponse },
} as const;
const submit = { interfaceName: 'image', auth: 'key', method: 'POST', responses: submitResponses } as const;
const makes = { ...submit, headers: idempotent } as const;

function submits(parts: TaskRouteDependencies): Route[] {
  return [
    route({
      ...makes,
      path: '/submit/imagine',
      summary: 'Generate a grid of four images',
      body: imagineBody,
      handle: withIdempotency(parts, submitImagine(parts)),
    }),
    route({
      ...makes,
      path: '/submit/action',
      summary: 'Press a button of a finished task',
      body: actionBody,
      handle: withIdempotency(parts, submitAction(parts)),
    }),
    route({
      ...makes,
      path: '/submit/change',
      summary: 'Select (UPSCALE), vary or reroll by task ID and index',
      body: changeBody,
      handle: withIdempotency(parts, submitChange(parts)),
    }),
    route({
      ...makes,
      path: '/submit/simple-change',
      summary: 'Select, vary or reroll by a single text: "<task id> U2"',
      body: simpleChangeBody,
      handle: withIdempotency(parts, submitSimpleChange(parts)),
    }),
    route({
      ...makes,
      path: '/submit/modal',
      summary: 'Answer the modal of a task',
      body: modalBody,
      handle: submitModal(parts),
    }),
  ];
}

function wordSubmits(parts: TaskRouteDependencies): Route[] {
  return [
    route({
      ...makes,
      path: '/submit/shorten',
      summary: 'Analyze and shorten a prompt',
      body: shortenBody,
      handle: withIdempotency(parts, submitShorten(parts)),
    }),
    route({
      ...submit,
      path: '/submit/show',
      summary: 'Retrieve a task by job ID',
      body: showBody,
      handle: showJob(parts),
    }),
  ];
}

function pictureSubmits(parts: TaskRouteDependencies): Route[] {
  return [
    route({
      ...makes,
      path: '/submit/blend',
      summary: 'Blend two to five images',
      body: blendBody,
      handle: withIdempotency(parts, submitBlend(parts)),
    }),
    route({
      ...makes,
      path: '/submit/describe',
      summary: 'Describe an image as four prompts',
      body: describeBody,
      handle: withIdempotency(parts, submitDescribe(parts)),
    }),
    ...(['edits', 'edit'] as const).map(name =>
      route({
        ...makes,
        path: `/submit/${name}`,
        hidden: name === 'edit',
        summary: 'Edit an image',
        body: editBody,
        handle: withIdempotency(parts, submitEdit(parts, 'edit')),
      }),
    ),
    route({
      ...makes,
      path: '/submit/retexture',
      summary: 'Retexture an image',
      body: editBody,
      handle: withIdempotency(parts, submitEdit(parts, 'retexture')),
    }),
    route({
      ...makes,
      path: '/submit/video',
      summary: 'Generate clips from an image',
      body: videoBody,
      handle: withIdempotency(parts, submitVideo(parts)),
    }),
    route({
      ...submit,
      path: '/submit/upload-discord-images',
      summary: 'Upload images for use in prompts',
      body: uploadBody,
      handle: uploadPictures(parts),
    }),
  ];
}

const image = { interfaceName: 'image', auth: 'key' } as const;

function taskRoutes(parts: TaskRouteDependencies): Route[] {
  const seed = 'The seed in `result`, or a rejection, depending on `code`.';
  return [
    route({
      ...image,
      method: 'GET',
      path: '/task/:id/fetch',
      summary: 'Retrieve a task',
      responses: {
        200: { description: 'The task record.', shape: taskRecord, headers: ['ETag'] },
        304: { description: 'Not modified.', headers: ['ETag'] },
      },
      errorCodes: ['task_unknown'],
      isPoll: true,
      handle: fetchTask(parts),
    }),
    route({
      ...image,
      method: 'GET',
      path: '/task/:id/image-seed',
      summary: 'Retrieve the seed of a finished task',
      responses: { 200: { description: seed, shape: submitResponse } },
      errorCodes: ['task_unknown'],
      handle: getImageSeed(parts),
    }),
    route({
      ...image,
      method: 'POST',
      path: '/task/:id/cancel',
      summary: 'Cancel a task without charge',
      responses: {
        200: {
          description:
            'Code 1: the task is cancelled. Code 4: it cannot be cancelled; `properties.errorCode` says why (`task_ended` or `task_bought`).',
          shape: submitResponse,
        },
      },
      errorCodes: ['task_unknown'],
      handle: cancelImageTask(parts),
    }),
  ];
}

function taskLists(parts: TaskRouteDependencies): Route[] {
  const responses = { 200: { description: 'The task records.', shape: z.array(taskRecord) } };
  const list = { ...image, method: 'GET', responses } as const;
  return [
    ...(['list-by-condition', 'list-by-ids'] as const).map(name =>
      route({
        ...image,
        method: 'POST',
        path: `/task/${name}`,
        hidden: name === 'list-by-ids',
        summary: 'Retrieve several tasks',
        body: listBody,
        responses,
        handle: listTasks(parts),
      }),
    ),
    route({
      ...list,
      path: '/task/list',
      summary: 'List the 100 newest tasks',
      handle: listNewest(parts),
    }),
    route({
      ...list,
      path: '/task/queue',
      summary: 'List queued tasks, oldest first',
      handle: listQueue(parts),
    }),
  ];
}

/** Accounts at Midjourney, which other servers of the format have. This server has none. */
function accountList(): Route {
  return route({
    interfaceName: 'image',
    auth: 'key',
    hidden: true,
    method: 'GET',
    path: '/account/list',
    summary: 'List Midjourney accounts: there are none',
    handle: async () => [],
  });
}

/** Routes of the format without support. The error is clear: gateways disable a channel after a 404. */
function errorCodes(): Route[] {
  const unsupportedRoutes = [
    ['POST', 'insight-face/swap'],
    ['POST', 'insight-face/video-swap'],
    ['GET', 'account/:id/fetch'],
  ] as const;
  return unsupportedRoutes.map(([method, name]) =>
    route({
      interfaceName: 'image',
      auth: 'key',
      hidden: true,
      method,
      path: `/${name}`,
      summary: 'Not supported',
      handle: async () => {
        throw new AppError('not_offered', { operation: name });
      },
    }),
  );
}
