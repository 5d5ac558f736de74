/**
 * One candidate of a job that makes pictures: which kind of job is drawn by which file. A file is loaded with the first job of its kind,
 * because a grid needs half of the code, and whoever has just started the program waits for that.
 */
import { SketchError } from '../job/sketch-error.ts';
import { drawGrid } from './draw-grid.ts';
import type { DrawnPicture, Drawing } from './drawing.ts';

export async function drawPicture(drawing: Drawing): Promise<DrawnPicture> {
  switch (drawing.job.kind) {
    case 'grid':
      return drawGrid(drawing);
    case 'upscale':
      return (await import('./draw-upscale.ts')).drawUpscale(drawing);
    case 'variation':
      return (await import('./draw-variation.ts')).drawVariation(drawing);
    case 'edit':
      return (await import('./draw-edit.ts')).drawEdit(drawing);
    case 'retexture':
      return (await import('./draw-retexture.ts')).drawRetexture(drawing);
    case 'outpaint':
      return (await import('./draw-outpaint.ts')).drawOutpaint(drawing);
    default:
      throw new SketchError('job_incomplete', `A ${drawing.job.kind} is no picture`);
  }
}
