/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const UserRound = /* @__PURE__ */ icon(
  'M7 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z',
  'M20 21a8 8 0 0 0-16 0',
);
