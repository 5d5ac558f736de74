/** The general part of the OpenAPI document. Paths and schemas come from the route table. */
import { sessionCookie } from '../auth/session-cookie.ts';
import { nextTurn } from '../../../platform/lib/async/next-turn.ts';
import { version } from '../../../platform/version.ts';
import type { ErrorWires, Route } from '../route.ts';
import { describeRoute } from './describe-route.ts';

export interface DescribedServer {
  /** The path of the configured address, before those of the routes. */
  readonly path: string;
  readonly routes: readonly Route[];
  readonly wires: ErrorWires;
}

/** The OpenAPI document, made in pieces: anybody may request it, and all of it takes a third of a second. */
export async function describeServer({ path, routes, wires }: DescribedServer): Promise<object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes.filter(({ hidden: isHidden }) => !isHidden)) {
    const name = route.path.replace(/:(\w+)/g, '{$1}');
    paths[name] = {
      ...paths[name],
      [route.method.toLowerCase()]: describeRoute(route, wires[route.interfaceName]),
    };
    await nextTurn();
  }
  return { ...general, paths, servers: [{ url: path || '/' }] };
}

const general = {
  openapi: '3.1.0',
  info: {
    title: 'Kinora',
    version,
    description:
      'Asynchronous media generation: submit a task, poll until it has finished, then download the result. Images use the image-proxy interface ' +
      '(also mounted under /mj-fast, /mj-relax, /mj-turbo, /fast, /relax and /turbo, which select the tier); videos use /v1/videos.',
  },
  tags: [
    { name: 'image', description: 'The image interface. Requires a token of an image group.' },
    { name: 'images', description: "OpenAI's Images API. Requires a token of an image group." },
    { name: 'video', description: 'The video interface. Requires a token of a video group.' },
    { name: 'console', description: 'The API of the Console. Requires a session: a signed-in browser.' },
    { name: 'oauth', description: 'OAuth 2.1: programs ask users for a token.' },
    { name: 'site', description: 'Health checks, documents and files.' },
  ],
  components: {
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        description:
          'A token. The image interface also accepts it without "Bearer", or in the header mj-api-secret.',
      },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: sessionCookie,
        description: 'A signed-in user: POST /api/session sets the cookie.',
      },
    },
  },
};
