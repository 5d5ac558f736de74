/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const CircleQuestionMark = /* @__PURE__ */ icon(
  'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z',
  'M9 9.5a3 2.5 0 016 0c0 2-2 2-3 3.5',
  'M12 17h.01',
);
