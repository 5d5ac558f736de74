/** Whether a route takes tasks, and if not, why. */
import { routeStates, shownRouteState } from '@kinora/shared/models/route-states';
import { CircleCheck, CirclePause, RotateCw, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { Route } from '../../../data/models/managed-models.ts';
import { classes } from '../../../ui/class-names.ts';
import { useLanguage } from '../../../i18n/language.ts';

const looks = {
  closed: [CircleCheck, 'text-ok'],
  open: [TriangleAlert, 'text-warn'],
  half_open: [RotateCw, 'text-info'],
  disabled: [CirclePause, 'text-muted'],
} as const satisfies Readonly<Record<string, readonly [LucideIcon, string]>>;

export function RouteState({ route: { enabled, state, reason } }: { readonly route: Route }) {
  const language = useLanguage();
  const shown = shownRouteState({ enabled, state });
  const [Icon, color] = looks[shown];
  return (
    <div>
      <span className={classes('inline-flex items-center gap-1.5', color)}>
        <Icon size={14} aria-hidden className="shrink-0" />
        {routeStates[shown][language]}
      </span>
      {enabled && reason && <p className="max-w-80 text-xs text-muted wrap-anywhere">{reason}</p>}
    </div>
  );
}
