import { routes, type RouteDependencies } from '../../../src/api/routes.ts';
import type { Route } from '../../../src/api/http/route.ts';
import { readCatalogue } from '../../../src/core/catalogue/models/catalogue.ts';

/**
 * All routes of a server with the models of the product, to read. Their handlers lack what they work
 * with, so they must not be called.
 */
export function routeTable(): readonly Route[] {
  return routes({
    catalogue: readCatalogue(),
    currency: 'USD',
    oauth: true,
    signInProviders: [],
  } as unknown as RouteDependencies);
}
