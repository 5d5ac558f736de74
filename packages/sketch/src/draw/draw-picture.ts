/** One candidate of a job that makes pictures: which kind of job is drawn by which file. */
import { SketchError } from '../job/sketch-error.ts';
import { drawEdit } from './draw-edit.ts';
import { drawGrid } from './draw-grid.ts';
import { drawOutpaint } from './draw-outpaint.ts';
import { drawRetexture } from './draw-retexture.ts';
import { drawUpscale } from './draw-upscale.ts';
import { drawVariation } from './draw-variation.ts';
import type { DrawnPicture, Drawing } from './drawing.ts';

export async function drawPicture(drawing: Drawing): Promise<DrawnPicture> {
  switch (drawing.job.kind) {
    case 'grid':
      return drawGrid(drawing);
    case 'upscale':
      return drawUpscale(drawing);
    case 'variation':
      return drawVariation(drawing);
    case 'edit':
      return drawEdit(drawing);
    case 'retexture':
      return drawRetexture(drawing);
    case 'outpaint':
      return drawOutpaint(drawing);
    default:
      throw new SketchError('job_incomplete', `A ${drawing.job.kind} is no picture`);
  }
}
