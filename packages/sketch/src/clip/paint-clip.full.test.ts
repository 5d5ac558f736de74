import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { composeScene } from '../compose/compose-scene.ts';
import { firstPicture } from '../draw/draw-clip.ts';
import { subjects } from '../testing/follow-up-jobs.ts';
import { paintPicture } from '../paint/paint-picture.ts';
import { type Clip, openClip } from './paint-clip.ts';
import { readPrompt } from '../words/read-prompt.ts';
import type { JobInput, Job } from '../job/job.ts';
import type { FilmedPicture, SketchPicture } from '../scene/picture.ts';

const size = { width: 160, height: 96 };
const job: Job = {
  kind: 'clip',
  prompt: 'a sailboat on a lake, mountains, afternoon',
  seed: 4,
  exclude: [],
  version: '7',
  seconds: 2,
  framesPerSecond: 12,
  ...size,
};

async function film(change: Partial<Job> = {}, candidate = 0): Promise<Clip & { picture: FilmedPicture }> {
  const requestedJob = { ...job, ...change };
  const picture = await firstPicture({ job: requestedJob, candidate, subjects });
  const clip = await openClip(picture, {
    ...requestedJob,
    framesPerSecond: requestedJob.framesPerSecond ?? 12,
  });
  return { ...clip, picture };
}

function composePicture(prompt: string): SketchPicture {
  return { scene: composeScene(readPrompt(prompt, []), { seed: 9, candidate: 0, ...size }) };
}

async function paintPixels(picture: SketchPicture): Promise<Uint8Array> {
  const canvas = await paintPicture(picture, size);
  return new Uint8Array(canvas.getContext('2d').getImageData(0, 0, size.width, size.height).data);
}

/** A mask that is white in the box, encoded as in a patch. */
function encodeMask(box: { x: number; y: number; width: number; height: number }): string {
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  context.fillRect(0, 0, size.width, size.height);
  context.fillStyle = 'white';
  context.scale(size.width, size.height);
  context.fillRect(box.x, box.y, box.width, box.height);
  return canvas.encodeSync('png').toString('base64');
}

async function createInput(prompt: string, role: JobInput['role'] = 'picture'): Promise<JobInput> {
  const canvas = await paintPicture(composePicture(prompt), size);
  return { role, contentType: 'image/png', ...size, bytes: new Uint8Array(canvas.encodeSync('png')) };
}

function createParent(picture: SketchPicture, prompt: string): Pick<Job, 'parent' | 'prompt'> {
  const recipe = JSON.parse(JSON.stringify({ pictures: [picture] }));
  return { prompt, parent: { recipe, candidate: 0, prompt } };
}

function difference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - other[index]), 0) / one.length;
}

/** The mean difference between consecutive frames. */
function measureMotion(clip: Clip, frames = 24): number {
  let sum = 0;
  let before = clip.frame(0).slice();
  for (let index = 1; index < frames; index++) {
    const frame = clip.frame(index).slice();
    sum += difference(before, frame);
    before = frame;
  }
  return sum / (frames - 1);
}

test('a frame does not depend on the frames painted before it', async () => {
  const clip = await film();
  const first = clip.frame(7).slice();
  clip.frame(20);
  clip.frame(0);
  assert.deepEqual(clip.frame(7), first);
  assert.deepEqual((await film()).frame(7), first);
});

test('the first frame of a clip equals its start picture, even a zoomed out or repainted one', async () => {
  const { scene } = composePicture('a castle by a lake');
  const frame = { x: -0.3, y: -0.2, width: scene.aspect * 1.4, height: 1.4 };
  const { scene: other } = composePicture('a tower by a lake at sunset');
  const patches = [{ mask: encodeMask({ x: 0.3, y: 0.3, width: 0.3, height: 0.5 }), scene: other }];
  for (const picture of [{ scene }, { scene, frame }, { scene, patches }, { scene, frame, patches }]) {
    const clip = await film({ ...createParent(picture, 'a castle by a lake'), motion: 'high' });
    assert.deepEqual(clip.frame(0).slice(), await paintPixels(picture));
    assert.ok(difference(clip.frame(0).slice(), clip.frame(23)) > 1);
  }
});

test('frames keep the style of the start picture', async () => {
  for (const style of ['illustration', 'watercolor', 'ink drawing', 'pixel art']) {
    const picture = composePicture(`a house on a hill, ${style}`);
    const { ofPicture: _, ...plan } = (await film(createParent(picture, 'static shot'))).picture.clip;
    const clip = await openClip({ ...picture, clip: plan }, { ...size, framesPerSecond: 12 });
    const pictureDifference = difference(clip.frame(0), await paintPixels(picture));
    assert.ok(pictureDifference < 14, `${style}: ${pictureDifference}`);
  }
});

test('high motion moves clearly more than low motion, for painted and uploaded pictures', async () => {
  const paintedStart = createParent(composePicture('a sailboat on a lake'), 'a sailboat on a lake');
  const uploadedStart = { prompt: '', inputs: [await createInput('a lighthouse on a cliff by the sea')] };
  for (const start of [paintedStart, uploadedStart]) {
    const low = measureMotion(await film({ ...start, motion: 'low' }));
    const high = measureMotion(await film({ ...start, motion: 'high' }));
    assert.ok(low > 0.03, `low ${low}`);
    assert.ok(high > low * 1.5, `high ${high}, low ${low}`);
  }
});

test('candidates begin with the same picture and move differently', async () => {
  const start = createParent(composePicture('a cabin in the mountains'), 'a cabin in the mountains');
  const clips = await Promise.all([0, 1, 2, 3].map(candidate => film(start, candidate)));
  const firsts = clips.map(clip => clip.frame(0).slice());
  const lasts = clips.map(clip => clip.frame(23).slice());
  for (const one of [1, 2, 3]) {
    assert.deepEqual(firsts[one], firsts[0]);
    for (let other = 0; other < one; other++) assert.ok(difference(lasts[one], lasts[other]) > 0.5);
  }
});

test('an uploaded picture moves with depth and without empty edges', async () => {
  const input = await createInput('a red barn in a meadow');
  const clip = await film({ prompt: 'camera pans left', motion: 'high', inputs: [input] });
  const last = clip.frame(23).slice();
  assert.ok(last.every((value, index) => index % 4 !== 3 || value === 255));
  const row = (frame: Uint8Array, y: number) => frame.slice(y * size.width * 4, (y + 1) * size.width * 4);
  for (const y of [2, size.height - 3])
    assert.ok(difference(row(clip.frame(0), y), row(last, y)) > 0.2, `row ${y}`);
});

test('a clip with a last picture ends with it, and moves all the way there', async () => {
  const inputs = [await createInput('a fox on a hill'), await createInput('a castle at night', 'last')];
  const clip = await film({ prompt: '', inputs });
  const last = await createInput('a castle at night', 'last');
  const stillClip = await film({ prompt: 'static shot', inputs: [{ ...last, role: 'picture' }] });
  assert.ok(difference(clip.frame(23).slice(), stillClip.frame(0)) < 0.5);
  const half = clip.frame(12).slice();
  assert.ok(difference(half, clip.frame(0)) > 5);
  assert.ok(difference(half, stillClip.frame(0)) > 5);
  for (let index = 0; index < 23; index++)
    assert.ok(difference(clip.frame(index).slice(), clip.frame(index + 1)) < 25, `frame ${index}`);
});

test('the step from the last frame of a loop to the first is no larger than between other frames', async () => {
  const inputs = [await createInput('a lighthouse by the sea')];
  for (const start of [{}, { prompt: 'a village in the rain' }, { prompt: '', inputs }]) {
    const clip = await film({ ...start, loop: true });
    const first = clip.frame(0).slice();
    const seam = difference(first, clip.frame(23));
    let most = 0;
    for (let index = 0; index < 23; index++)
      most = Math.max(most, difference(clip.frame(index).slice(), clip.frame(index + 1)));
    assert.ok(seam <= most * 1.05, `seam ${seam}, most ${most}`);
    assert.ok(difference(first, clip.frame(12)) > seam);
  }
});

test('an extended clip begins like the original and does not stop or jump', async () => {
  for (const start of [{}, { prompt: '', inputs: [await createInput('a lake in the hills')] }]) {
    const before = await film(start);
    const on = { seconds: 4, extend: true, ...createParent(before.picture, start.prompt ?? job.prompt) };
    const after = await film(on);
    for (const index of [0, 5, 23]) assert.deepEqual(after.frame(index).slice(), before.frame(index));
    const seam = difference(after.frame(23).slice(), after.frame(24));
    const usual = measureMotion(after);
    assert.ok(seam > usual * 0.2 && seam < usual * 3, `seam ${seam}, usual ${usual}`);
    assert.ok(difference(after.frame(24).slice(), after.frame(47)) > usual);
  }
});

test('in an extended clip, a sitting fox can get up and walk away', async () => {
  const prompt = 'a fox sits in a meadow, static shot';
  const before = await film({ prompt });
  const on = { seconds: 4, extend: true, ...createParent(before.picture, prompt) };
  const openPicture = async (picture: FilmedPicture) =>
    openClip(picture, { ...size, framesPerSecond: 12, subjects });
  const first = await openPicture(before.picture);
  const walks = await openPicture((await film({ ...on, prompt: 'the fox walks away, static shot' })).picture);
  const sits = await openPicture((await film({ ...on, prompt: 'static shot' })).picture);
  for (const index of [0, 23]) assert.deepEqual(walks.frame(index).slice(), first.frame(index));
  assert.ok(difference(walks.frame(47).slice(), sits.frame(47)) > 1);
});

test('a prompt that differs from that of the picture describes the motion: night falls, snow sets in', async () => {
  const start = createParent(composePicture('a house in a field, morning'), 'a house in a field, morning');
  const brightness = (frame: Uint8Array) => frame.reduce((sum, value) => sum + value, 0) / frame.length;
  const clip = await film({ ...start, prompt: 'night falls' });
  assert.ok(brightness(clip.frame(23).slice()) < brightness(clip.frame(0)) * 0.75);
  const snow = await film({ ...start, prompt: 'it starts to snow, static shot' });
  const plain = await film({ ...start, prompt: 'static shot' });
  assert.ok(difference(snow.frame(23).slice(), plain.frame(23)) > 8);
});

test('pixel art keeps its few colors in every frame', async () => {
  const clip = await film({ prompt: 'a boat on a lake, pixel art' });
  const colors = new Set<number>();
  const frame = clip.frame(5);
  for (let at = 0; at < frame.length; at += 4)
    colors.add((frame[at] << 16) | (frame[at + 1] << 8) | frame[at + 2]);
  assert.ok(colors.size <= 40, `${colors.size} colours`);
});

test('a clip extended at another size fills the frame to its edges', async () => {
  const inputs = [await createInput('a lake in the hills')];
  const before = await film({ prompt: '', inputs });
  const on = { seconds: 3, extend: true, width: 128, height: 128, ...createParent(before.picture, '') };
  const after = await film(on);
  for (const index of [0, 30]) {
    const frame = after.frame(index);
    assert.equal(frame.length, 128 * 128 * 4);
    assert.ok(frame.every((value, index) => index % 4 !== 3 || value === 255));
  }
});

test('a remix shows the new prompt and moves like its parent', async () => {
  const prompt = 'a fox in a forest by day, camera pans left';
  const parent = createParent((await film({ prompt, motion: 'high' })).picture, prompt);
  const remix = await film({ ...parent, prompt: 'a fox in a forest at night', remix: true });
  const { scene, clip } = remix.picture;
  assert.deepEqual([scene.time, clip?.legs[0]?.move, clip?.legs[0]?.energy], ['night', 'pan-left', 'high']);
  assert.ok(scene.things.some(({ kind }) => kind === 'fox'));
  assert.ok(difference(remix.frame(0).slice(), remix.frame(23)) > 2);
});

test('a remix of a clip from an uploaded picture changes its pixels, keeps its motion and has its own size', async () => {
  const inputs = [await createInput('a red barn in a meadow')];
  const before = await film({ prompt: 'camera pans left', motion: 'high', inputs });
  const parent = createParent(before.picture, 'camera pans left');
  const size = { width: 128, height: 128 };
  const dark = await film({ ...parent, ...size, prompt: 'at night', remix: true });
  const remixedClip = await film({ ...parent, ...size, prompt: 'camera pans left', remix: true });
  const brightness = (frame: Uint8Array) => frame.reduce((sum, value) => sum + value, 0) / frame.length;
  assert.ok(brightness(dark.frame(0)) < brightness(remixedClip.frame(0)) * 0.8);
  assert.equal(dark.picture.clip?.legs[0]?.move, 'pan-left');
  assert.ok(difference(dark.frame(0).slice(), dark.frame(23)) > 2);
});

test('a remix of a clip with a last picture changes both ends', async () => {
  const prompt = 'a house in a field';
  const before = await film({ prompt, inputs: [await createInput('a castle by a lake', 'last')] });
  const dark = await film({ ...createParent(before.picture, prompt), prompt: 'at night', remix: true });
  const brightness = (frame: Uint8Array) => frame.reduce((sum, value) => sum + value, 0) / frame.length;
  for (const index of [0, 23]) {
    const was = brightness(before.frame(index));
    assert.ok(brightness(dark.frame(index)) < was * 0.8, `frame ${index}`);
  }
  // The last picture is still the castle and not the house.
  assert.ok(difference(dark.frame(0).slice(), dark.frame(23)) > 10);
});
