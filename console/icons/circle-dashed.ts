/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const CircleDashed = /* @__PURE__ */ icon(
  'M10.1 2.182a10 10 0 0 1 3.8 0',
  'M13.9 21.818a10 10 0 0 1-3.8 0',
  'M17.609 3.721a10 10 0 0 1 2.69 2.7',
  'M2.182 13.9a10 10 0 0 1 0-3.8',
  'M20.279 17.609a10 10 0 0 1-2.7 2.69',
  'M21.818 10.1a10 10 0 0 1 0 3.8',
  'M3.721 6.391a10 10 0 0 1 2.7-2.69',
  'M6.391 20.279a10 10 0 0 1-2.69-2.7',
);
