/** Makes a two-colored drawing from a one-color silhouette, to match the illustrations. */
import { Path2D, PathOp, StrokeCap, StrokeJoin } from '@napi-rs/canvas';

export interface Ink {
  readonly fill: string;
  readonly line: string;
  readonly gap: number;
}

/**
 * Fills the silhouette with a shaded `fill` and the narrow gaps in it with `line`. Openings wider than twice
 * the `gap` (a share of the side) stay open. `size` is the side of the square box.
 */
export function inkSilhouette(svg: string, size: number, { fill, line, gap }: Ink): string {
  const outline = [...svg.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path).join(' ');
  const closed = closeGaps(new Path2D(outline), size * gap);
  const gradient = `<radialGradient id="ig" gradientUnits="userSpaceOnUse" cx="${size * 0.68}" cy="${size * 0.22}" r="${size * 0.95}">`;
  return (
    `<defs>${gradient}<stop stop-color="#ffffff" stop-opacity=".3"/><stop offset=".45" stop-color="#ffffff" stop-opacity="0"/>` +
    `<stop offset=".55" stop-color="${line}" stop-opacity="0"/><stop offset="1" stop-color="${line}" stop-opacity=".6"/></radialGradient></defs>` +
    `<path d="${closed.toSVGString()}" fill="${line}" fill-rule="${closed.getFillTypeString()}"/>` +
    `${svg.replaceAll('currentColor', fill)}${svg.replaceAll('currentColor', 'url(#ig)')}`
  );
}

/** A morphological closing: dilation by the radius, which closes the gaps, then erosion by the same. */
function closeGaps(outline: Path2D, radius: number): Path2D {
  const rim = { width: radius * 2, join: StrokeJoin.Round, cap: StrokeCap.Round };
  const wideOutline = new Path2D(outline).op(new Path2D(outline).stroke(rim), PathOp.Union);
  return new Path2D(wideOutline).op(new Path2D(wideOutline).stroke(rim), PathOp.Difference);
}
