/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Code = /* @__PURE__ */ icon('m16 18 6-6-6-6', 'm8 6-6 6 6 6');
