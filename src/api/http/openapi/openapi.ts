/** The general part of the OpenAPI document. Paths and schemas come from the route table. */
import { sessionCookie } from '../auth/session-cookie.ts';
import { version } from '../../../platform/version.ts';

interface Described {
  readonly requestBody?: {
    required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema?: object }>>;
  };
}

/** A body that needs no field may be left out. The library describes every body as required. */
export function withOptionalBodies<Document extends { readonly paths?: object }>(
  document: Document,
): Document {
  const operations = Object.values(document.paths ?? {}).flatMap(path => Object.values(path as object));
  for (const { requestBody } of operations as Described[]) {
    if (!requestBody) continue;
    const schemas = Object.values(requestBody.content).map(
      ({ schema = {} }) => schema as { required?: string[] },
    );
    requestBody.required = schemas.some(({ required = [] }) => required.length > 0);
  }
  return document;
}

/** `path` is that of the configured address, before those of the routes. */
export const openApiDocument = (path: string) => ({
  openapi: '3.1.0' as const,
  info: {
    title: 'Kinora',
    version,
    description:
      'Asynchronous media generation: submit a task, poll until it has finished, then download the result. Images use the image-proxy interface ' +
      '(also mounted under /mj-fast, /mj-relax, /mj-turbo, /fast, /relax and /turbo, which select the tier); videos use /v1/videos.',
  },
  servers: [{ url: path || '/' }],
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
        type: 'http' as const,
        scheme: 'bearer',
        description:
          'A token. The image interface also accepts it without "Bearer", or in the header mj-api-secret.',
      },
      session: {
        type: 'apiKey' as const,
        in: 'cookie' as const,
        name: sessionCookie,
        description: 'A signed-in user: POST /api/session sets the cookie.',
      },
    },
  },
});
