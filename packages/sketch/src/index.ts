/** The drawing engine: see README.md. Everything else in this package is internal, except for `prompt.ts`. */
export type { ClipDrawing } from './draw/draw-clip.ts';
export { drawPicture } from './draw/draw-picture.ts';
export { describePicture, drawClip, drawSound } from './draw/on-demand.ts';
export type { Drawing, DrawnPicture } from './draw/drawing.ts';
export type {
  GenerationParameters,
  InputRole,
  Job,
  JobInput,
  JobKind,
  Provenance,
  Shares,
} from './job/job.ts';
export { SketchError } from './job/sketch-error.ts';
export { freeMemory } from './raster/pixels.ts';
export type { Pixels, RawPicture } from './raster/raw-picture.ts';
export { drawThumbnail } from './raster/draw-thumbnail.ts';
export type { SketchPicture, SketchRecipe } from './scene/picture.ts';
export type { Sound } from './sound/signal/track.ts';
export { openSubjectPack, type SubjectPack } from './subjects/subject-pack.ts';
export { shortenPrompt } from './texts/shorten-prompt.ts';
