/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const HardDriveDownload = /* @__PURE__ */ icon(
  'M12 2v8',
  'm16 6-4 4-4-4',
  'M4 14h16a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2z',
  'M6 18h.01',
  'M10 18h.01',
);
