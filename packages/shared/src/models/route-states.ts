/**
 * What people call the state of a route, in the Console and on the command line. Requests have
 * the words of circuit breakers.
 */
export const routeStates = {
  closed: { en: 'Active', zh: '正常' },
  open: { en: 'Paused after failures', zh: '因失败暂停' },
  half_open: { en: 'Trying again', zh: '正在重试' },
  disabled: { en: 'Disabled', zh: '已停用' },
} as const;
export type RouteState = keyof typeof routeStates;

/** A route that is switched off has no other state. */
export function shownRouteState(route: {
  readonly enabled: boolean;
  readonly state: Exclude<RouteState, 'disabled'>;
}): RouteState {
  return route.enabled ? route.state : 'disabled';
}
