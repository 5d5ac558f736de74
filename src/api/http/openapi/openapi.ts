/** The general part of the OpenAPI document. Paths and schemas come from the route table. */
import packageJson from '../../../../package.json' with { type: 'json' };

export const openApiDocument = {
  openapi: '3.1.0' as const,
  info: {
    title: 'Kinora',
    version: packageJson.version,
    description:
      'Asynchronous media generation: submit a task, poll until it has finished, then download the result. Images use the image-proxy interface ' +
      '(also mounted under /mj-fast, /mj-relax, /mj-turbo, /fast, /relax and /turbo, which select the tier); videos use /v1/videos.',
  },
  servers: [{ url: '/' }],
  tags: [
    { name: 'image', description: 'The image interface. Requires a token of an image group.' },
    { name: 'video', description: 'The video interface. Requires a token of a video group.' },
    { name: 'console', description: 'The API of the Console. Requires a session: a signed-in browser.' },
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
    },
  },
};
