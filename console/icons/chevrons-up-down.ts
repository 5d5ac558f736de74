/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const ChevronsUpDown = /* @__PURE__ */ icon('m7 15 5 5 5-5', 'm7 9 5-5 5 5');
