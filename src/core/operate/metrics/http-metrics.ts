/** Counts the requests of the interfaces. Labels are templates of routes, never paths of clients. */
import type { EndedRequest, ReportRequest } from '../../../platform/lib/ended-request.ts';
import type { Registry } from './registry.ts';

type RequestRoute = EndedRequest['route'];

/** The series of a route, so that a request looks nothing up by its labels. */
interface RouteSeries {
  /** Counters by method and by class of the status. The HTTP parser knows only some methods. */
  readonly counters: Map<string, () => void>[];
  readonly observe: ((seconds: number) => void) | undefined;
}

export function openHttpMetrics(registry: Registry): ReportRequest {
  const seriesByRoute = new Map<RequestRoute, RouteSeries>();
  return ({ route, method, status, durationMs }) => {
    let series = seriesByRoute.get(route);
    if (!series) seriesByRoute.set(route, (series = openSeries(registry, route)));
    const statusClass = Math.floor(status / 100);
    const counters = (series.counters[statusClass] ??= new Map());
    let count = counters.get(method);
    if (!count) {
      const labels = { ...routeLabels(route), method, status: `${statusClass}xx` };
      counters.set(method, (count = registry.counter('kinora_http_requests_total', labels)));
    }
    count();
    series.observe?.(durationMs / 1000);
  };
}

function openSeries(registry: Registry, route: RequestRoute): RouteSeries {
  const observe = route?.streams
    ? undefined
    : registry.histogram('kinora_http_request_seconds', routeLabels(route));
  return { counters: [], observe };
}

function routeLabels(route: RequestRoute) {
  return { interface: route?.interfaceName ?? 'other', route: route?.path ?? 'other' };
}
