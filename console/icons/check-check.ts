/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const CheckCheck = /* @__PURE__ */ icon('M18 6 7 17l-5-5', 'm22 10-7.5 7.5L13 16');
