/** An icon of lucide-react@1.75.0, written by scripts/icons.ts. */
import { icon } from './icon.ts';

export const CalendarOff = /* @__PURE__ */ icon(
  'M16 2v3',
  'm2 2 20 20',
  'M21 9h-5.5',
  'M3 9h6',
  'M3.586 3.586A2 2 0 003 5v14a2 2 0 002 2h14a2 2 0 001.414-.586',
  'M8.656 3H19a2 2 0 012 2v10.344',
);
