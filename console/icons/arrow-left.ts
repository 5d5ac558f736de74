/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const ArrowLeft = /* @__PURE__ */ icon('m12 19-7-7 7-7', 'M19 12H5');
