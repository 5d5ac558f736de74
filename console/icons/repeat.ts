/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Repeat = /* @__PURE__ */ icon(
  'm17 2 4 4-4 4',
  'M3 11v-1a4 4 0 0 1 4-4h14',
  'm7 22-4-4 4-4',
  'M21 13v1a4 4 0 0 1-4 4H3',
);
