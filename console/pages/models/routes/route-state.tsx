/** Whether a route takes tasks, and if not, why. */
import { CircleCheck, CirclePause, RotateCw, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { Route } from '../../../data/models/managed-models.ts';
import { classes } from '../../../ui/class-names.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { manageMessages } from '../manage/manage-messages.ts';

const looks = {
  closed: [CircleCheck, 'text-ok'],
  open: [TriangleAlert, 'text-warn'],
  half_open: [RotateCw, 'text-info'],
  disabled: [CirclePause, 'text-muted'],
} as const satisfies Readonly<Record<string, readonly [LucideIcon, string]>>;

export function RouteState({ route: { enabled, state, reason } }: { readonly route: Route }) {
  const t = useMessages(manageMessages);
  const shown = enabled ? state : 'disabled';
  const [Icon, color] = looks[shown];
  return (
    <div>
      <span className={classes('inline-flex items-center gap-1.5', color)}>
        <Icon size={14} aria-hidden className="shrink-0" />
        {t.states[shown]}
      </span>
      {enabled && reason && <p className="max-w-80 text-xs text-muted wrap-anywhere">{reason}</p>}
    </div>
  );
}
