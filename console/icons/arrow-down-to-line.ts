/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const ArrowDownToLine = /* @__PURE__ */ icon('M12 17V3', 'm6 11 6 6 6-6', 'M19 21H5');
