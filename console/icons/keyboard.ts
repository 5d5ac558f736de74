/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Keyboard = /* @__PURE__ */ icon(
  'M10 8h.01',
  'M12 12h.01',
  'M14 8h.01',
  'M16 12h.01',
  'M18 8h.01',
  'M6 8h.01',
  'M7 16h10',
  'M8 12h.01',
  'M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2z',
);
