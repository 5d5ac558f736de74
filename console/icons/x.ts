/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const X = /* @__PURE__ */ icon('M18 6 6 18', 'm6 6 12 12');
