/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const ZoomIn = /* @__PURE__ */ icon(
  'M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z',
  'M21 21L16.65 16.65',
  'M11 8L11 14',
  'M8 11L14 11',
);
