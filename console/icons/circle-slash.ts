/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const CircleSlash = /* @__PURE__ */ icon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z', 'M9 15L15 9');
