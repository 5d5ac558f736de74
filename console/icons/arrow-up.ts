/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const ArrowUp = /* @__PURE__ */ icon('m5 12 7-7 7 7', 'M12 19V5');
