/** One drawing thread: takes a piece of work, draws it, posts what it made. */
import { fileURLToPath } from 'node:url';
import { parentPort, type Transferable } from 'node:worker_threads';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { EngineJob } from '../engine.ts';
import { drawClip } from './draw/draw-clip.ts';
import { drawPicture } from './draw/draw-picture.ts';
import { drawSound } from './draw/draw-sound.ts';
import { pixelsOf } from './paint/pixels-of.ts';
import type { Pixels, SketchNews, SketchWork } from './sketch-work.ts';
import { openSubjectPack } from './subjects/subject-pack.ts';
import { describePicture } from './texts/describe-picture.ts';
import { shortenPrompt } from './texts/shorten-prompt.ts';

const packFolder = fileURLToPath(new URL('../../../node_modules/.cache/kinora', import.meta.url));
const subjects = openSubjectPack(packFolder);
const thumbEdge = 320;

parentPort?.on('message', (work: SketchWork) => {
  draw(work).then(post, (error: Error) => post({ type: 'failed', message: error.message }));
});

async function draw(work: SketchWork): Promise<SketchNews> {
  if (work.kind === 'texts') return { type: 'texts', texts: await textsOf(work.job) };
  if (work.kind === 'clip') {
    return drawClip({ work, subjects, onProgress: progress => post({ type: 'progress', progress }) });
  }
  const { job, candidate } = work;
  if (work.kind === 'sound') return { type: 'sound', sound: await drawSound({ job, candidate, subjects }) };
  const onProgress = (progress: number, unfinished: Canvas) =>
    post({ type: 'progress', progress, thumb: thumbOf(unfinished) });
  return { type: 'picture', ...(await drawPicture({ job, candidate, subjects, onProgress })) };
}

async function textsOf(job: EngineJob): Promise<string[]> {
  return job.kind === 'shorten' ? shortenPrompt(job.prompt) : describePicture(job);
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

function post(news: SketchNews): void {
  parentPort?.postMessage(news, heavyOf(news));
}

/** What is handed over, not copied. */
function heavyOf(news: SketchNews): Transferable[] {
  if (news.type === 'picture') return [news.pixels.data.buffer as ArrayBuffer];
  return news.type === 'sound' ? news.sound.samples.map(side => side.buffer as ArrayBuffer) : [];
}
