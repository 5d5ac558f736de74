/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const ArrowRight = /* @__PURE__ */ icon('M5 12h14', 'm12 5 7 7-7 7');
