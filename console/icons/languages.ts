/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Languages = /* @__PURE__ */ icon(
  'm5 8 6 6',
  'm4 14 6-6 2-3',
  'M2 5h12',
  'M7 2h1',
  'm22 22-5-10-5 10',
  'M14 18h6',
);
