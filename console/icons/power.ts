/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const Power = /* @__PURE__ */ icon('M12 2v10', 'M18.4 6.6a9 9 0 1 1-12.77.04');
