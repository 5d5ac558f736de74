/** Completes trains of which the illustration shows only the front end. */
import { clay, mix } from './clay.ts';
import { type Drawing, renderSample } from './drawing.ts';

/**
 * Draws the picture, a long middle extended from its cut edge at the right, and its mirror image at the other
 * end.
 */
export function twinBody(front: Drawing): Drawing {
  const { data, width, height, scale } = renderSample(front);
  let edge = width;
  while (edge > 1 && !columnIsOpaque(data, { width, height, x: edge - 1 })) edge--;
  const cut = (edge - 2) / scale;
  const middle = cut * 1.3;
  const end = `<g clip-path="url(#cu)">${front.svg}</g>`;
  const strip = `<g transform="translate(${cut - 0.05} 0) scale(${(middle + 0.1) / 0.3} 1) translate(${-(cut - 0.3)} 0)"><g clip-path="url(#cm)">${front.svg}</g></g>`;
  const windows = Array.from({ length: 6 }, (_, index) => {
    const left = cut + (middle / 6) * (index + 0.25);
    return clay(`bw${index}`, `M${left} 13.2h${middle / 12}v3.4h${-middle / 12}Z`, {
      fill: '#5fd0ff',
      shade: '#2f6fd0',
      softness: 0.4,
    });
  });
  return {
    svg:
      `<defs><clipPath id="cu"><rect width="${cut}" height="${front.height}"/></clipPath>` +
      `<clipPath id="cm"><rect x="${cut - 0.3}" width=".3" height="${front.height}"/></clipPath></defs>` +
      `${strip}${windows.join('')}${end}<g transform="translate(${cut * 2 + middle} 0) scale(-1 1)">${end}</g>`,
    width: cut * 2 + middle,
    height: front.height,
    footX: cut + middle / 2,
  };
}

function columnIsOpaque(
  data: Uint8ClampedArray,
  { width, height, x }: { width: number; height: number; x: number },
): boolean {
  for (let y = 0; y < height; y++) if ((data[(y * width + x) * 4 + 3] ?? 0) > 128) return true;
  return false;
}

const coachWidth = 27;

/** A steam engine with two coaches behind it. */
export function coachesBody(engine: Drawing): Drawing {
  const unit = 32 / engine.width;
  const coaches = [0, 1].map(index => coach(index, 30.5 + index * (coachWidth + 1)));
  return {
    svg: `<path d="M28 24.5H${31 + coachWidth * 2}" stroke="#3a3140" stroke-width="1"/>${coaches.join('')}<g transform="scale(${unit})">${engine.svg}</g>`,
    width: 32 + coachWidth * 2 + 2,
    height: 32,
  };
}

function coach(index: number, x: number): string {
  const box = (left: number, top: number, [width, height, round]: readonly [number, number, number]) =>
    `M${x + left + round} ${top}h${width - round * 2}q${round} 0 ${round} ${round}v${height - round * 2}q0 ${round} ${-round} ${round}` +
    `h${-(width - round * 2)}q${-round} 0 ${-round} ${-round}v${-(height - round * 2)}q0 ${-round} ${round} ${-round}Z`;
  const windows = [2.5, 8.2, 13.9, 19.6].map((left, position) =>
    clay(`w${index}${position}`, box(left, 12, [4, 5, 0.7]), {
      fill: '#8fdcff',
      shade: '#3f7fd0',
      softness: 0.5,
    }),
  );
  const wheels = [5, 9.5, 16.5, 21].map((left, position) => {
    const hub = `<circle cx="${x + left}" cy="27.6" r=".9" fill="#cfc3dc"/>`;
    return (
      clay(`v${index}${position}`, `M${x + left - 2.3} 27.6a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0 -4.6 0Z`, {
        fill: '#4d4257',
        softness: 0.5,
      }) + hub
    );
  });
  const paint = '#c9303f';
  return (
    clay(`u${index}`, box(0, 8.5, [26, 16.5, 1.4]), {
      fill: paint,
      shade: mix(paint, '#4a1238', 0.5),
      softness: 0.9,
    }) +
    clay(`r${index}`, box(-0.6, 6.6, [27.2, 3.2, 1.3]), { fill: '#55495f', softness: 0.5 }) +
    `<path d="M${x} 19.4h26" stroke="#f5c552" stroke-width=".9"/>${windows.join('')}${wheels.join('')}`
  );
}
