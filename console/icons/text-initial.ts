/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const TextInitial = /* @__PURE__ */ icon(
  'M15 5h6',
  'M15 12h6',
  'M3 19h18',
  'm3 12 3.553-7.724a.5.5 0 0 1 .894 0L11 12',
  'M3.92 10h6.16',
);
