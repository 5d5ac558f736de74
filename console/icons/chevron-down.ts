/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const ChevronDown = /* @__PURE__ */ icon('m6 9 6 6 6-6');
