/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const ArrowDown = /* @__PURE__ */ icon('M12 5v14', 'm19 12-7 7-7-7');
