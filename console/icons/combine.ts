/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Combine = /* @__PURE__ */ icon(
  'M14 3a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1',
  'M19 3a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1',
  'm7 15 3 3',
  'm7 21 3-3H5a2 2 0 0 1-2-2v-2',
  'M15 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1z',
  'M4 3h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1z',
);
