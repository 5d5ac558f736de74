/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Scissors = /* @__PURE__ */ icon(
  'M3 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
  'M8.12 8.12 12 12',
  'M20 4 8.12 15.88',
  'M3 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
  'M14.8 14.8 20 20',
);
