/** The route table and the OpenAPI document, as `METHOD /path/{param}`. */
import { readDocument } from '../../scripts/client-types.ts';

export async function readRoutes(): Promise<{ shown: string[]; documented: string[] }> {
  const { table, document } = await readDocument();
  return {
    shown: table
      .filter(({ hidden }) => !hidden)
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .sort(),
    documented: Object.entries(document.paths)
      .flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`))
      .sort(),
  };
}
