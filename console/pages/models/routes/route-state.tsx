/** Whether a route takes tasks, and if not, why. */
import { routeStates, shownRouteState } from '@kinora/shared/models/route-states';
import type { IconComponent } from '../../../icons/icon.ts';
import { CircleCheck, CirclePause, RotateCw, TriangleExclamationPoint } from '../../../icons/icons.ts';
import type { Route } from '../../../data/models/managed-models.ts';
import { classes } from '../../../ui/class-names.ts';
import { useLanguage } from '../../../i18n/language.ts';

const stateStyles = {
  closed: [CircleCheck, 'text-ok'],
  open: [TriangleExclamationPoint, 'text-warn'],
  half_open: [RotateCw, 'text-info'],
  disabled: [CirclePause, 'text-muted'],
} as const satisfies Readonly<Record<string, readonly [IconComponent, string]>>;

export function RouteState({ route: { enabled, state, reason } }: { readonly route: Route }) {
  const language = useLanguage();
  const shownState = shownRouteState({ enabled, state });
  const [Icon, color] = stateStyles[shownState];
  return (
    <div>
      <span className={classes('inline-flex items-center gap-1.5', color)}>
        <Icon size={14} aria-hidden className="shrink-0" />
        {routeStates[shownState][language]}
      </span>
      {enabled && reason && <p className="max-w-80 text-xs text-muted wrap-anywhere">{reason}</p>}
    </div>
  );
}
