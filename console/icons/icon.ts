/** How an icon is drawn. The icons are those of Lucide (LICENSE); scripts/icons.ts writes their files. */
import { createElement, type FunctionComponent, type SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height in pixels, 24 by default. */
  readonly size?: number;
}

export type IconComponent = FunctionComponent<IconProps>;

const svgAttributes = {
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * Creates an icon from SVG paths in a box of 24 by 24. Assistive technology skips it unless it has a label.
 */
export function icon(...paths: readonly string[]): IconComponent {
  return ({ size = 24, ...rest }) =>
    createElement(
      'svg',
      {
        ...svgAttributes,
        width: size,
        height: size,
        'aria-hidden': rest['aria-label'] === undefined || undefined,
        ...rest,
      },
      ...paths.map(d => createElement('path', { d })),
    );
}
