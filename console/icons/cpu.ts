/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Cpu = /* @__PURE__ */ icon(
  'M12 20v2',
  'M12 2v2',
  'M17 20v2',
  'M17 2v2',
  'M2 12h2',
  'M2 17h2',
  'M2 7h2',
  'M20 12h2',
  'M20 17h2',
  'M20 7h2',
  'M7 20v2',
  'M7 2v2',
  'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2z',
  'M9 8h6a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1z',
);
