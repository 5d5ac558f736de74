/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const ScanText = /* @__PURE__ */ icon(
  'M3 7V5a2 2 0 0 1 2-2h2',
  'M17 3h2a2 2 0 0 1 2 2v2',
  'M21 17v2a2 2 0 0 1-2 2h-2',
  'M7 21H5a2 2 0 0 1-2-2v-2',
  'M7 8h8',
  'M7 12h10',
  'M7 16h6',
);
