/** Makes a two-coloured drawing of a one-colour silhouette, so that it can stand beside illustrations. */

export interface Ink {
  readonly fill: string;
  readonly line: string;
  readonly gap: number;
}

/**
 * Fills the silhouette with a shaded `fill` and the narrow gaps in it with `line`. The gaps are found by a closing
 * (dilate, then erode); openings wider than twice the `gap` (a share of the side) stay open. `size` is the side of the square box.
 */
export function inkSilhouette(svg: string, size: number, { fill, line, gap }: Ink): string {
  const radius = size * gap;
  const gradient = `<radialGradient id="ig" gradientUnits="userSpaceOnUse" cx="${size * 0.68}" cy="${size * 0.22}" r="${size * 0.95}">`;
  return (
    `<defs><filter id="ic"><feMorphology operator="dilate" radius="${radius}"/><feMorphology operator="erode" radius="${radius}"/></filter>` +
    `${gradient}<stop stop-color="#ffffff" stop-opacity=".3"/><stop offset=".45" stop-color="#ffffff" stop-opacity="0"/>` +
    `<stop offset=".55" stop-color="${line}" stop-opacity="0"/><stop offset="1" stop-color="${line}" stop-opacity=".6"/></radialGradient></defs>` +
    `<g filter="url(#ic)">${svg.replaceAll('currentColor', line)}</g>${svg.replaceAll('currentColor', fill)}${svg.replaceAll('currentColor', 'url(#ig)')}`
  );
}
