/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const PowerOff = /* @__PURE__ */ icon(
  'M18.36 6.64A9 9 0 0 1 20.77 15',
  'M6.16 6.16a9 9 0 1 0 12.68 12.68',
  'M12 2v4',
  'm2 2 20 20',
);
