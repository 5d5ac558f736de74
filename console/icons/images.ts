/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Images = /* @__PURE__ */ icon(
  'm22 11-1.296-1.296a2.4 2.4 0 0 0-3.408 0L11 16',
  'M4 8a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2',
  'M12 7a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM13 7h.01',
  'M10 2h10a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2z',
);
