/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Settings2 = /* @__PURE__ */ icon(
  'M14 17H5',
  'M19 7h-9',
  'M14 17a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
  'M4 7a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
);
