/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const CirclePlay = /* @__PURE__ */ icon(
  'M9 9.003a1 1 0 0 1 1.517-.859l4.997 2.997a1 1 0 0 1 0 1.718l-4.997 2.997A1 1 0 0 1 9 14.996z',
  'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z',
);
