/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Gauge = /* @__PURE__ */ icon('m12 14 4-4', 'M3.34 19a10 10 0 1 1 17.32 0');
