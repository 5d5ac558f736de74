/**
 * One candidate of a job that makes pictures: which kind of job is drawn by which file. All but a grid are
 * loaded with the first job of their kind: most programs draw a grid first, and somebody waits for it.
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
