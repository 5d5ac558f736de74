/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const ChevronRight = /* @__PURE__ */ icon('m9 18 6-6-6-6');
