/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Menu = /* @__PURE__ */ icon('M4 5h16', 'M4 12h16', 'M4 19h16');
