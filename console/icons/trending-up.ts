/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const TrendingUp = /* @__PURE__ */ icon('M16 7h6v6', 'm22 7-8.5 8.5-5-5L2 17');
