/** The route table and the OpenAPI document, as `METHOD /path/{param}`. */
import { openServer, type ServerOptions } from '../../src/api/http/server/server.ts';
import { errorWires, routes, type RouteParts } from '../../src/api/routes.ts';
import { openLog } from '../../src/platform/log/log.ts';
import { readCatalogue } from '../../src/core/catalogue/models/catalogue.ts';

export async function readRoutes(): Promise<{ shown: string[]; documented: string[] }> {
  // The handlers are created with these parts, but never called.
  const table = routes({ catalogue: readCatalogue(), currency: 'USD' } as unknown as RouteParts);
  const options: Partial<ServerOptions> = {
    routes: table,
    errorWires: errorWires({ baseUrl: undefined }),
    trustedProxies: [],
    log: openLog({ logLevel: 'silent', logFormat: 'json', logPrompts: false }),
  };
  const server = await openServer(options as ServerOptions);
  await server.ready();
  const paths = Object.entries(server.swagger().paths ?? {});
  await server.close();
  return {
    shown: table
      .filter(({ hidden }) => !hidden)
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .sort(),
    documented: paths
      .flatMap(([path, methods]) =>
        Object.keys(methods ?? {}).map(method => `${method.toUpperCase()} ${path}`),
      )
      .sort(),
  };
}
