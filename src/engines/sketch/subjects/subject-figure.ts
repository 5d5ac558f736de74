/** A subject as one vector drawing: its picture without the base it came with, a body under a mere face, recoloured when asked. */
import { LRUCache } from 'lru-cache';
import { drawBody } from './bodies.ts';
import { type Drawing, glanceAt } from './drawing.ts';
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

export interface FigureWish {
  readonly subject: Subject;
  readonly color?: string | undefined;
}

const figures = new WeakMap<SubjectPack, LRUCache<string, Figure>>();

/** The figure for a wish; the last two hundred are kept. */
export function figureOf(pack: SubjectPack, wish: FigureWish): Figure {
  const known = figures.get(pack) ?? new LRUCache<string, Figure>({ max: 200 });
  figures.set(pack, known);
  const key = `${wish.subject.key}|${wish.color ?? ''}`;
  const figure = known.get(key) ?? makeFigure(pack, wish);
  known.set(key, figure);
  return figure;
}

function makeFigure(pack: SubjectPack, { subject, color = subject.paint }: FigureWish): Figure {
  const icon = pack.readIcon(subject.icon);
  const shown = dropParts(icon.body, subject.drop);
  const picture = {
    ...icon,
    svg: subject.ink === undefined ? shown : inkSilhouette(shown, icon.width, subject.ink),
  };
  const turned = subject.turn === 0 ? picture : turnDrawing(picture, subject.turn);
  const whole = subject.body === undefined ? turned : drawBody(subject.body, turned);
  if (color === undefined) return measure(whole, subject.foot);
  const from = subject.tint === undefined ? mainColor(glanceAt(whole).data) : parseHex(subject.tint);
  return measure(
    { ...whole, svg: recolorSvg(whole.svg, { from, to: color, reach: subject.tintReach }) },
    subject.foot,
  );
}

/** Turns clockwise about the middle; the corners of pictures are empty, so the box stays. */
function turnDrawing(drawing: Drawing, degrees: number): Drawing {
  const middle = `${drawing.width / 2} ${drawing.height / 2}`;
  return { ...drawing, svg: `<g transform="rotate(${degrees} ${middle})">${drawing.svg}</g>` };
}

function measure(drawing: Drawing, foot: number | undefined): Figure {
  const { data, width, height, scale } = glanceAt(drawing);
  const bounds = opaqueBounds(data, width, Math.round((foot ?? 1) * height));
  const band = opaqueBounds(
    data,
    width,
    bounds.bottom,
    Math.floor(bounds.bottom - (bounds.bottom - bounds.top) * 0.12),
  );
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

/** Bounds of what is at least faintly visible between two rows; the whole area when nothing is. */
function opaqueBounds(data: Uint8ClampedArray, width: number, toRow: number, fromRow = 0) {
  let [left, top, right, bottom] = [width, toRow, 0, fromRow];
  for (let y = fromRow; y < toRow; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < 24) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  return right === 0 ? { left: 0, top: fromRow, right: width, bottom: toRow } : { left, top, right, bottom };
}

/** Leaves out top-level elements of the picture, or of its only group. */
function dropParts(body: string, drop: readonly number[]): string {
  if (drop.length === 0) return body;
  let index = -1;
  let depth = 0;
  let dropping = false;
  return body.replace(
    /<(\/?)([a-zA-Z]+)((?:[^>"]|"[^"]*")*?)(\/?)>/g,
    (tag, close: string, _name, _rest, selfClosing: string) => {
      const opens = close === '' && selfClosing === '';
      if (close === '/') depth--;
      const atTop = depth === 1;
      if (atTop && close === '') {
        index++;
        dropping = drop.includes(index);
      }
      const kept = dropping ? '' : tag;
      if (atTop && !opens) dropping = false;
      if (opens) depth++;
      return kept;
    },
  );
}
