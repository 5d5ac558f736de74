/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Loader = /* @__PURE__ */ icon(
  'M12 2v4',
  'm16.2 7.8 2.9-2.9',
  'M18 12h4',
  'm16.2 16.2 2.9 2.9',
  'M12 18v4',
  'm4.9 19.1 2.9-2.9',
  'M2 12h4',
  'm4.9 4.9 2.9 2.9',
);
