/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const LoaderCircle = /* @__PURE__ */ icon('M21 12a9 9 0 1 1-6.219-8.56');
