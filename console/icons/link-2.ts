/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Link2 = /* @__PURE__ */ icon(
  'M9 17H7A5 5 0 0 1 7 7h2',
  'M15 7h2a5 5 0 1 1 0 10h-2',
  'M8 12L16 12',
);
