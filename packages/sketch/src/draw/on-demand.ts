/**
 * Functions that a process that only draws pictures does not need. Their code is loaded with the first call.
 */
import type { Job } from '../job/job.ts';
import type { Sound } from '../sound/signal/track.ts';
import type { ClipDrawing } from './draw-clip.ts';
import type { ClipInput } from './drawing.ts';

export async function drawClip(input: ClipInput): Promise<ClipDrawing> {
  return (await import('./draw-clip.ts')).drawClip(input);
}

export async function drawSound(input: ClipInput): Promise<Sound> {
  return (await import('./draw-sound.ts')).drawSound(input);
}

export async function describePicture(job: Job): Promise<string[]> {
  return (await import('../texts/describe-picture.ts')).describePicture(job);
}
