/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const ChartNoAxesColumn = /* @__PURE__ */ icon('M5 21v-6', 'M12 21V3', 'M19 21V9');
