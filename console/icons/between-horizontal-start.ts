/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const BetweenHorizontalStart = /* @__PURE__ */ icon(
  'M9 3h11a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-11a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1z',
  'm2 9 3 3-3 3',
  'M9 14h11a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-11a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1z',
);
