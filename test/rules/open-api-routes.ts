/** The route table and the OpenAPI document, as `METHOD /path/{param}`. */
import { readDocument } from '../../scripts/client-types.ts';

export async function readRoutes(): Promise<{ shownRoutes: string[]; documentedRoutes: string[] }> {
  const { table, document } = await readDocument();
  return {
    shownRoutes: table
      .filter(({ hidden }) => !hidden)
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .sort(),
    documentedRoutes: Object.entries(document.paths)
      .flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`))
      .sort(),
  };
}
