/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const ChevronUp = /* @__PURE__ */ icon('m18 15-6-6-6 6');
