/**
 * Soft-shaded vector shapes in the manner of the illustration set: lit from the upper
 * right, a warm dark rim below.
 */

export interface ClayColors {
  readonly fill: string;
  /** The color of the lit side. Absent means the fill, lightened. */
  readonly light?: string;
  /** The color of the dark rim. Absent means the fill, darkened towards violet. */
  readonly shade?: string;
}

/**
 * Draws one shape: `path` filled, with a highlight at the upper right and a blurred dark rim from the lower
 * left. `id` must be unique in the drawing. `softness` is the blur of the rim in units of the drawing.
 */
export function clay(id: string, path: string, colors: ClayColors & { readonly softness?: number }): string {
  const {
    fill,
    light = mix(fill, '#fff3d6', 0.32),
    shade = mix(fill, '#6b1250', 0.42),
    softness = 1.6,
  } = colors;
  return (
    `<defs><clipPath id="${id}c"><path d="${path}"/></clipPath>` +
    `<radialGradient id="${id}h" cx=".68" cy=".22" r=".6"><stop stop-color="${light}"/>` +
    `<stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient>` +
    `<linearGradient id="${id}s" x1="0" x2="0" y1="0" y2="1"><stop offset=".3" stop-color="${shade}" stop-opacity="0"/>` +
    `<stop offset=".7" stop-color="${shade}" stop-opacity=".16"/><stop offset="1" stop-color="${shade}" stop-opacity=".5"/></linearGradient>` +
    `<filter id="${id}b" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${softness}"/></filter></defs>` +
    `<path d="${path}" fill="${fill}"/><path d="${path}" fill="url(#${id}h)"/><path d="${path}" fill="url(#${id}s)"/>` +
    `<g clip-path="url(#${id}c)"><g filter="url(#${id}b)"><path d="${path}" fill="none" stroke="${shade}" ` +
    `stroke-opacity=".55" stroke-width="${softness * 1.7}" transform="translate(${softness * 0.25} ${-softness * 0.35})"/></g></g>`
  );
}

/** A color between two: `#rrggbb`, `share` of the second. */
export function mix(first: string, second: string, share: number): string {
  const channels = [1, 3, 5].map(start => {
    const [a, b] = [first, second].map(color => Number.parseInt(color.slice(start, start + 2), 16)) as [
      number,
      number,
    ];
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

/** Path of an ellipse. */
export function oval(x: number, y: number, [radiusX, radiusY]: readonly [number, number]): string {
  return `M${x - radiusX} ${y}a${radiusX} ${radiusY} 0 1 0 ${radiusX * 2} 0a${radiusX} ${radiusY} 0 1 0 ${-radiusX * 2} 0Z`;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radiusX: number;
  readonly radiusY: number;
}

/** A soft dark spot under a head, kept within `path`. */
export function chinShadow(path: string, { x, y, radiusX, radiusY }: Spot): string {
  return (
    `<defs><clipPath id="chin-clip"><path d="${path}"/></clipPath><radialGradient id="chin-shade"><stop stop-color="#56203a" stop-opacity=".5"/><stop offset=".55" stop-color="#56203a" stop-opacity=".34"/>` +
    `<stop offset="1" stop-color="#56203a" stop-opacity="0"/></radialGradient></defs>` +
    `<g clip-path="url(#chin-clip)"><ellipse cx="${x}" cy="${y}" rx="${radiusX}" ry="${radiusY}" fill="url(#chin-shade)"/></g>`
  );
}
