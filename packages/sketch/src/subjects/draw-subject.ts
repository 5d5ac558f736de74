/**
 * Draws a subject at the requested size. It is a vector drawing and therefore always sharp. The same
 * request gives the same pixels.
 */
import type { Canvas } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';
import { SketchError } from '../job/sketch-error.ts';
import { paintDrawing } from './drawing.ts';
import { findFigure } from './subject-figure.ts';
import type { SubjectPack } from './subject-pack.ts';
import { type Facing, posedSubject } from './subjects.ts';

export interface SubjectRequest {
  /** Key into the subject table. */
  readonly subject: string;
  /** Pixels from the foot line to the top of the figure. */
  readonly heightPx: number;
  /** CSS color for its main parts; shading is kept. */
  readonly color?: string;
  /**
   * Its action. A subject with an illustration of it is drawn that way; an animal
   * that runs or jumps leans back.
   */
  readonly action?: string;
}

/**
 * A drawn subject, trimmed to the figure, on transparent ground. Shared between callers: never draw on it.
 */
export interface SubjectSprite {
  readonly canvas: Canvas;
  readonly width: number;
  readonly height: number;
  /** The pixel point that stands on the ground or lies on the waterline. */
  readonly footX: number;
  readonly footY: number;
  readonly facing: Facing;
}

const spritesMaxBytes = 48 * 1024 * 1024;
const longestSidePx = 4096;
const sprites = new WeakMap<SubjectPack, LRUCache<string, SubjectSprite>>();

/** Throws on a subject that the table does not have. */
export function renderSubject(pack: SubjectPack, request: SubjectRequest): SubjectSprite {
  const cache =
    sprites.get(pack) ??
    new LRUCache<string, SubjectSprite>({
      maxSize: spritesMaxBytes,
      sizeCalculation: sprite => sprite.width * sprite.height * 4,
    });
  sprites.set(pack, cache);
  const key = [request.subject, request.heightPx, request.color, request.action].join('|');
  const sprite = cache.get(key) ?? drawSprite(pack, request);
  cache.set(key, sprite);
  return sprite;
}

function drawSprite(
  pack: SubjectPack,
  { subject: key, heightPx, color, action }: SubjectRequest,
): SubjectSprite {
  const subject = posedSubject(key, action);
  if (subject === undefined) throw new SketchError('data_broken', `No subject ${key}`);
  const figure = findFigure(pack, { subject, color, action });
  const figureHeight = figure.footY - figure.top;
  const scale = Math.min(heightPx / figureHeight, longestSidePx / Math.max(figure.width, figure.height));
  const left = Math.max(0, Math.floor(figure.left * scale) - 1);
  const top = Math.max(0, Math.floor(figure.top * scale) - 1);
  const width = Math.ceil(Math.min(figure.right, figure.width) * scale) + 1 - left;
  const height =
    Math.ceil(Math.min(figure.bottom, figure.height) * scale) + (subject.foot === undefined ? 1 : 0) - top;
  const canvas = paintDrawing(figure, scale, { left, top, width, height });
  return {
    canvas,
    width,
    height,
    footX: figure.footX * scale - left,
    footY: figure.footY * scale - top,
    facing: subject.facing,
  };
}
