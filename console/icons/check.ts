/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Check = /* @__PURE__ */ icon('M20 6 9 17l-5-5');
