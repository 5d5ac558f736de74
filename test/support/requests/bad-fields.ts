/**
 * Bodies that the document allows but that cannot be accepted: unknown tasks and buttons, unusable
 * images, URLs of private addresses.
 */
import fc from 'fast-check';
import type { Operation } from './api-operations.ts';
import { badFollowingPrompt, badImaginePrompt, badPrompt } from './bad-prompts.ts';
import { badHook, badPicture, insideLink } from './bad-values.ts';
import { wrongParameters } from './bad-parameters.ts';
import { makeRequest, type RequestFixtures, type Requests } from './bad-request.ts';
import { wrongButtons, listTaskFaults } from './bad-targets.ts';
import { changeField, submit, type Fault } from './fault.ts';
import type { StandingTasks } from './standing-tasks.ts';

/** Each with its relative frequency. */
export function badFields(
  operations: readonly Operation[],
  fixtures: RequestFixtures,
): { weight: number; arbitrary: Requests }[] {
  const { standing } = fixtures;
  const groups: readonly (readonly [number, readonly Fault[]])[] = [
    [7, prompts(standing)],
    [4, pictures(standing)],
    [2, listTaskFaults(standing)],
    [2, wrongButtons(standing)],
    [3, wrongParameters()],
    [3, hooks()],
    [1, listDebtFaults(standing)],
  ];
  return groups.map(([weight, faults]) => ({
    weight,
    arbitrary: fc.oneof(...faults.map(fault => arbitraryRequests(fault, operations, fixtures))),
  }));
}

function arbitraryRequests(
  { fault, path, change, headers = fc.constant({}) }: Fault,
  operations: readonly Operation[],
  fixtures: RequestFixtures,
): Requests {
  const operation = operations.find(one => one.path === path);
  if (!operation) throw new Error(`The document has no ${path}`);
  return fc.record({ fields: change, headers }).map(values =>
    makeRequest(operation, fixtures, {
      fault,
      headers: values.headers,
      body: JSON.stringify({ ...operation.valid, ...values.fields }),
    }),
  );
}

function prompts({ zoomModal, picture }: StandingTasks): Fault[] {
  const fault = 'a prompt that cannot be drawn';
  return [
    { fault, path: submit('imagine'), change: changeField('prompt', badImaginePrompt) },
    { fault, path: submit('imagine'), change: changeField('prompt', badPrompt) },
    { fault, path: submit('shorten'), change: changeField('prompt', badPrompt) },
    { fault, path: submit('edits'), change: changeField('prompt', badPrompt) },
    { fault, path: submit('retexture'), change: changeField('prompt', badPrompt) },
    { fault, path: submit('video'), change: changeField('prompt', badFollowingPrompt, { image: picture }) },
    {
      fault,
      path: submit('modal'),
      change: changeField('prompt', badFollowingPrompt, { taskId: zoomModal }),
    },
  ];
}

function pictures({ picture, regionModal }: StandingTasks): Fault[] {
  const fault = 'a picture that is none';
  const bad = fc.oneof(badPicture, insideLink);
  const some = fc
    .tuple(fc.array(fc.constant(picture), { maxLength: 3 }), bad)
    .map(([good, one]) => [...good, one]);
  const pair = bad.chain(one => fc.constantFrom([picture, one], [one, picture], [one, one]));
  const counts = fc.constantFrom(
    [],
    [picture],
    Array.from({ length: 6 }, () => picture),
  );
  return [
    { fault, path: submit('imagine'), change: changeField('base64Array', some) },
    { fault, path: submit('imagine'), change: changeField('base64', bad) },
    { fault, path: submit('blend'), change: changeField('base64Array', fc.oneof(pair, counts)) },
    { fault, path: submit('describe'), change: changeField('base64', fc.oneof(bad, fc.constant(''))) },
    { fault, path: submit('describe'), change: changeField('link', insideLink, { base64: null }) },
    { fault, path: submit('edits'), change: changeField('image', fc.oneof(bad, fc.constant(''))) },
    { fault, path: submit('edits'), change: changeField('maskBase64', bad) },
    { fault, path: submit('retexture'), change: changeField('image', bad) },
    { fault, path: submit('video'), change: changeField('image', fc.oneof(bad, fc.constant(''))) },
    { fault, path: submit('video'), change: changeField('endImage', bad) },
    { fault, path: submit('video'), change: changeField('image', bad, { endImage: picture }) },
    {
      fault,
      path: submit('modal'),
      change: changeField('maskBase64', fc.oneof(bad, fc.constant(null)), {
        taskId: regionModal,
        prompt: '',
      }),
    },
    {
      fault,
      path: submit('upload-discord-images'),
      change: changeField('base64Array', fc.oneof(some, fc.constant(['']))),
    },
  ];
}

const ordering = [
  'imagine',
  'action',
  'change',
  'simple-change',
  'modal',
  'shorten',
  'blend',
  'describe',
  'edits',
  'retexture',
  'video',
];

/** For submits: an invalid webhook URL, or an idempotency key that is too long. */
function hooks(): Fault[] {
  const longKey = fc
    .integer({ min: 256, max: 8000 })
    .map(length => ({ 'idempotency-key': 'k'.repeat(length) }));
  return [
    ...ordering.map(name => ({
      fault: 'a hook that leads nowhere',
      path: submit(name),
      change: changeField('notifyHook', badHook),
    })),
    ...[...ordering.map(submit), '/v1/videos'].map(path => ({
      fault: 'a key of a repeat that is too long',
      path,
      change: fc.constant({}),
      headers: longKey,
    })),
  ];
}

/** Requests that the balance does not cover completely, so no task of them may be created. */
function listDebtFaults({ poorKeys }: StandingTasks): Fault[] {
  const fault = 'more than the balance covers';
  const counts = fc.integer({ min: 2, max: 10 });
  const several = fc.oneof(
    counts.map(count => `a {${'red,'.repeat(count)}blue} ball --v 1`),
    counts.map(count => `a ball --v 1 --repeat ${count}`),
  );
  const by = (key: string) => fc.constant({ authorization: `Bearer ${key}` });
  return [
    { fault, path: submit('imagine'), change: changeField('prompt', several), headers: by(poorKeys.image) },
    { fault, path: '/v1/videos', change: fc.constantFrom({}, { seconds: 8 }), headers: by(poorKeys.video) },
  ];
}
