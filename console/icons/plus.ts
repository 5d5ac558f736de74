/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Plus = /* @__PURE__ */ icon('M5 12h14', 'M12 5v14');
