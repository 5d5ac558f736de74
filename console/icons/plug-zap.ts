/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const PlugZap = /* @__PURE__ */ icon(
  'M6.3 20.3a2.4 2.4 0 0 0 3.4 0L12 18l-6-6-2.3 2.3a2.4 2.4 0 0 0 0 3.4Z',
  'm2 22 3-3',
  'M7.5 13.5 10 11',
  'M10.5 16.5 13 14',
  'm18 3-4 4h6l-4 4',
);
