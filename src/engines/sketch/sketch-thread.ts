/** One drawing thread: takes a piece of work, draws it, posts what it made. */
import { fileURLToPath } from 'node:url';
import { parentPort, type Transferable } from 'node:worker_threads';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { openClipEncoder } from '../../media/clip.ts';
import { deriveSeed } from '../../lib/random.ts';
import type { EngineJob } from '../engine.ts';
import { composeScene, varyScene } from './compose-scene.ts';
import { openClipPainter } from './paint-clip.ts';
import { paintScene } from './paint-scene.ts';
import type { Scene } from './scene.ts';
import type { Pixels, SketchNews, SketchRecipe, SketchWork } from './sketch-work.ts';
import { openSubjectPack } from './subjects/subject-pack.ts';
import { readPrompt } from './words/read-prompt.ts';

const packFolder = fileURLToPath(new URL('../../../node_modules/.cache/kinora', import.meta.url));
const subjects = openSubjectPack(packFolder);
const thumbEdge = 320;

parentPort?.on('message', (work: SketchWork) => {
  draw(work).catch((error: Error) => post({ type: 'failed', message: error.message }));
});

async function draw(work: SketchWork): Promise<void> {
  if (work.kind === 'clip') return drawClip(work);
  const { job } = work;
  const scene = sceneOf(job, work.candidate);
  const canvas = paintScene(scene, {
    width: job.width,
    height: job.height,
    subjects: subjects,
    onProgress: (progress, unfinished) => post({ type: 'progress', progress, thumb: thumbOf(unfinished) }),
  });
  const pixels = pixelsOf(canvas);
  post({ type: 'picture', scene, pixels }, [pixels.data.buffer as ArrayBuffer]);
}

function sceneOf(job: EngineJob, candidate: number): Scene {
  const parent = job.parent && (job.parent.recipe as unknown as SketchRecipe).scenes[job.parent.candidate];
  if (job.parent && !parent) throw new Error(`the parent has no candidate ${job.parent.candidate}`);
  if (parent && job.kind === 'upscale') return parent;
  if (parent && job.kind === 'variation')
    return varyScene(parent, { seed: job.seed, candidate, strength: 0.5 });
  return composeScene(readPrompt(job.prompt, job.exclude), {
    seed: deriveSeed(job.seed, job.prompt),
    candidate,
    width: job.width,
    height: job.height,
    ...(job.version !== undefined && { version: job.version }),
    ...(job.raw !== undefined && { raw: job.raw }),
  });
}

async function drawClip({ job, from, to }: Extract<SketchWork, { kind: 'clip' }>): Promise<void> {
  const { width, height, seconds = 4, framesPerSecond = 24 } = job;
  const scene = sceneOf(job, 0);
  const posterFrame = Math.floor((seconds * framesPerSecond) / 3);
  const painter = openClipPainter(scene, { width, height, seconds, framesPerSecond, subjects });
  const encoder = await openClipEncoder({ width, height, framesPerSecond });
  try {
    let poster: Pixels | undefined;
    for (let index = from; index < to; index++) {
      const frame = painter.paintFrame(index);
      encoder.addFrame(frame);
      if (index === posterFrame) poster = { data: new Uint8Array(frame), width, height };
      if (index % framesPerSecond === 0) post({ type: 'progress', progress: (index - from) / (to - from) });
    }
    const bytes = await encoder.finish({});
    post({ type: 'clip', scene, bytes, ...(poster && { poster }) });
  } finally {
    painter.close();
    encoder.close();
  }
}

function pixelsOf(canvas: Canvas): Pixels {
  const { width, height } = canvas;
  // A copy: the canvas's own buffer cannot be handed to another thread.
  return {
    data: new Uint8Array(canvas.getContext('2d').getImageData(0, 0, width, height).data),
    width,
    height,
  };
}

function thumbOf(canvas: Canvas): Pixels {
  const scale = Math.min(1, thumbEdge / Math.max(canvas.width, canvas.height));
  const small = createCanvas(
    Math.max(1, Math.round(canvas.width * scale)),
    Math.max(1, Math.round(canvas.height * scale)),
  );
  small.getContext('2d').drawImage(canvas, 0, 0, small.width, small.height);
  return pixelsOf(small);
}

function post(news: SketchNews, transfer: Transferable[] = []): void {
  parentPort?.postMessage(news, transfer);
}
