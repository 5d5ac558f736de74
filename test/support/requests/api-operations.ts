/** The operations in GET /openapi.json, and a valid request for each, from which invalid ones are made. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { StandingTasks } from './standing-tasks.ts';

export type InterfaceName = 'image' | 'images' | 'video' | 'site';

export interface Operation {
  readonly method: string;
  /** `/mj/task/{id}/fetch` */
  readonly path: string;
  readonly interfaceName: InterfaceName;
  readonly needsKey: boolean;
  /** The fields of its body. Undefined if it has none. */
  readonly fields: Readonly<Record<string, Schema>> | undefined;
  readonly required: readonly string[];
  readonly queries: readonly string[];
  /** Whether the document allows this body. */
  allows(body: unknown): boolean;
  /** A body that is accepted. */
  readonly valid: Readonly<Record<string, unknown>>;
}

/** The part of a schema that is read here. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly maxLength?: number;
  readonly maxItems?: number;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly tags: readonly [InterfaceName];
  readonly security: readonly unknown[];
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  /** Without JSON, the body is taken as bytes. */
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } };
}

const ajv = new Ajv2020({ strict: false });

export function readOperations(document: Document, standing: StandingTasks): Operation[] {
  // An event stream never ends.
  const paths = Object.entries(document.paths).filter(([path]) => !path.endsWith('/events'));
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods)
      // The Console's routes need a session, and those of OAuth a client. They have tests of their own.
      .filter(([, { tags }]) => !['console', 'oauth'].includes(tags[0]))
      .map(([method, description]) =>
        toOperation({
          method: method.toUpperCase(),
          path,
          specification: description,
          valid: findValidBody(path, standing),
        }),
      ),
  );
}

function toOperation({
  method,
  path,
  specification: { tags, security, parameters = [], requestBody },
  valid = {},
}: {
  method: string;
  path: string;
  specification: DescribedOperation;
  valid: Operation['valid'] | undefined;
}): Operation {
  const schema = requestBody?.content['application/json']?.schema;
  const allows = schema ? ajv.compile(schema) : () => true;
  if (!allows(valid)) throw new Error(`Write a valid body for ${method} ${path}`);
  return {
    method,
    path,
    interfaceName: tags[0],
    needsKey: security.length > 0,
    fields: schema?.properties,
    required: schema?.required ?? [],
    queries: parameters.filter(one => one.in === 'query').map(({ name }) => name),
    allows,
    valid,
  };
}

function findValidBody(path: string, standing: StandingTasks): Operation['valid'] | undefined {
  const { grid, zoomModal, picture } = standing;
  const generation = { prompt: 'a cat --v 1' };
  const edit = { prompt: 'a cat', images: [{ image_url: picture }] };
  const bodies: Readonly<Record<string, Operation['valid']>> = {
    '/mj/submit/imagine': { prompt: 'a cat --v 1' },
    '/mj/submit/action': { taskId: grid.id, customId: `MJ::JOB::upsample::2::${grid.job}` },
    '/mj/submit/change': { taskId: grid.id, action: 'UPSCALE', index: 2 },
    '/mj/submit/simple-change': { content: `${grid.id} U2` },
    '/mj/submit/modal': { taskId: zoomModal, prompt: 'a cat --v 6 --zoom 1.5' },
    '/mj/submit/shorten': { prompt: 'a cat on a very long sofa' },
    '/mj/submit/show': { jobId: grid.job },
    '/mj/submit/blend': { base64Array: [picture, picture] },
    '/mj/submit/describe': { base64: picture },
    '/mj/submit/edits': { prompt: 'a cat', image: picture },
    '/mj/submit/retexture': { prompt: 'a cat', image: picture },
    '/mj/submit/video': { prompt: 'it purrs', image: picture },
    '/mj/submit/upload-discord-images': { base64Array: [picture] },
    '/mj/task/list-by-condition': { ids: [grid.id] },
    ...withAsync('/v1/images/generations', generation),
    ...withAsync('/v1/images/edits', edit),
    ...withAsync('/v1/images/variations', { image: picture }),
    '/v1/images/quote': generation,
    '/v1/chat/completions': { messages: [{ role: 'user', content: generation.prompt }] },
    '/v1/responses': { input: generation.prompt },
    '/api/v1/images': generation,
    '/api/v1/videos': { model: 'sketch-short', prompt: 'a cat', seconds: 4 },
    '/v1/videos': { model: 'sketch-short', prompt: 'a cat', seconds: 4 },
    '/v1/videos/quote': { model: 'sketch-short', prompt: 'a cat', seconds: 4 },
    '/v1/videos/{id}/remix': { prompt: 'a dog' },
    '/v1/videos/edits': { prompt: 'a dog', video: { id: standing.clip } },
    '/v1/videos/extensions': { seconds: 4, video: { id: standing.clip } },
  };
  return bodies[path];
}

function withAsync(path: string, body: Operation['valid']): Record<string, Operation['valid']> {
  return { [path]: body, [`${path}/async`]: body };
}
