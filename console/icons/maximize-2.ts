/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Maximize2 = /* @__PURE__ */ icon('M15 3h6v6', 'm21 3-7 7', 'm3 21 7-7', 'M9 21H3v-6');
