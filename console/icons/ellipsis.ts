/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Ellipsis = /* @__PURE__ */ icon(
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z',
  'M18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z',
  'M4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z',
);
