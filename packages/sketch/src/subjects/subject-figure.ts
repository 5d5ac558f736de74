/**
 * A subject as one vector drawing: its picture without a base, with a body if it shows only a face,
 * recolored on request.
 */
import { LRUCache } from 'lru-cache';
import { dropParts } from './drop-parts.ts';
import { drawBody } from './bodies.ts';
import { type Drawing, renderSample } from './drawing.ts';
import { inkSilhouette } from './ink-silhouette.ts';
import { mainColor, parseHex, recolorSvg } from './recolor-svg.ts';
import type { SubjectPack } from './subject-pack.ts';
import type { Subject } from './subjects.ts';

/** A drawing and where its figure is, in the units of its box. */
export interface Figure extends Drawing {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** The point that stands on the ground or lies on the waterline. */
  readonly footX: number;
  readonly footY: number;
}

export interface FigureRequest {
  readonly subject: Subject;
  readonly color?: string | undefined;
  readonly action?: string | undefined;
}

const figures = new WeakMap<SubjectPack, LRUCache<string, Figure>>();

/** The figure for a request; the last two hundred are kept. */
export function findFigure(pack: SubjectPack, request: FigureRequest): Figure {
  const cache = figures.get(pack) ?? new LRUCache<string, Figure>({ max: 200 });
  figures.set(pack, cache);
  const key = `${request.subject.key}|${request.color ?? ''}|${chooseLean(request)}`;
  const figure = cache.get(key) ?? makeFigure(pack, request);
  cache.set(key, figure);
  return figure;
}

function makeFigure(pack: SubjectPack, request: FigureRequest): Figure {
  const { subject, color = subject.paint } = request;
  const icon = pack.readIcon(subject.icon);
  const visibleBody = dropParts(icon.body, subject.drop);
  const picture = {
    ...icon,
    svg: subject.ink === undefined ? visibleBody : inkSilhouette(visibleBody, icon.width, subject.ink),
  };
  const turn = subject.turn + chooseLean(request);
  const turnedPicture = turn === 0 ? picture : turnDrawing(picture, turn);
  const bodyPicture = subject.body === undefined ? turnedPicture : drawBody(subject.body, turnedPicture);
  if (color === undefined) return measure(bodyPicture, subject.foot);
  const from =
    subject.tint === undefined ? mainColor(renderSample(bodyPicture).data) : parseHex(subject.tint);
  return measure(
    { ...bodyPicture, svg: recolorSvg(bodyPicture.svg, { from, to: color, reach: subject.tintReach }) },
    subject.foot,
  );
}

const leans: Readonly<Partial<Record<string, number>>> = { running: 5, jumping: 14 };

/** The degrees clockwise by which an animal drawn from the side leans back, by action. */
function chooseLean({ subject, action = '' }: FigureRequest): number {
  if (subject.group !== 'animal' || subject.stance !== 'stands' || subject.facing === 'front') return 0;
  return (leans[action] ?? 0) * (subject.facing === 'left' ? 1 : -1);
}

/** Turns clockwise about the middle, in a box that is wide enough for the corners. */
function turnDrawing({ svg, width, height }: Drawing, degrees: number): Drawing {
  const margin = Math.max(width, height) * 0.15;
  return {
    svg: `<g transform="translate(${margin} ${margin}) rotate(${degrees} ${width / 2} ${height / 2})">${svg}</g>`,
    width: width + margin * 2,
    height: height + margin * 2,
  };
}

function measure(drawing: Drawing, foot: number | undefined): Figure {
  const { data, width, height, scale } = renderSample(drawing);
  const bounds = opaqueBounds(data, width, [0, Math.round((foot ?? 1) * height)]);
  const lowest = Math.floor(bounds.bottom - (bounds.bottom - bounds.top) * 0.12);
  const band = opaqueBounds(data, width, [lowest, Math.ceil(bounds.bottom)]);
  return {
    footX: (band.left + band.right) / 2 / scale,
    ...drawing,
    left: bounds.left / scale,
    top: bounds.top / scale,
    right: bounds.right / scale,
    bottom: bounds.bottom / scale,
    footY: bounds.bottom / scale,
  };
}

/**
 * Returns the bounds of what is at least faintly visible between two rows. The lower one is exact to a
 * fraction of a pixel, by how opaque the last row is. The whole area if nothing is visible.
 */
function opaqueBounds(data: Uint8ClampedArray, width: number, [fromRow, toRow]: readonly [number, number]) {
  let [left, top, right, bottom] = [width, toRow, 0, fromRow];
  for (let y = fromRow; y < toRow; y++) {
    let strongest = 0;
    for (let x = 0; x < width; x++) {
      const alpha = data[(y * width + x) * 4 + 3] ?? 0;
      if (alpha < 24) continue;
      strongest = Math.max(strongest, alpha);
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
    }
    if (strongest > 0) bottom = y + strongest / 255;
  }
  return right === 0 ? { left: 0, top: fromRow, right: width, bottom: toRow } : { left, top, right, bottom };
}
