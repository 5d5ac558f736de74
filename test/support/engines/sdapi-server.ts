/**
 * A fake of the programs with the API `/sdapi/v1`, with their formats and faults. It generates
 * images of one color for each seed.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import { plainPicture } from '../media/plain-picture.ts';
import { atEnd } from '../servers/clean-up.ts';

export type SdapiFault = 'hang' | 'reset' | 'half' | 'no pictures' | 'too few' | 'no json' | 'not a picture';

export interface SdapiBehavior {
  /** Decides its routes and what it reports about itself. */
  program: 'forge' | 'a1111' | 'sdnext' | 'sd-cpp' | 'koboldcpp';
  /** What it does instead of answering an image request. */
  fault?: SdapiFault | undefined;
  /** The status of its responses to image requests. */
  status?: number | undefined;
  /** The value of the header `authorization` that it requires. */
  authorization?: string;
  checkpoints: string[];
  upscalers: string[];
  /** A sheet precedes the images. */
  hasSheet?: boolean;
  /** What `/internal/progress` reports about the running task. */
  progress?: number;
  preview?: string;
}

export interface SdapiServer {
  readonly url: string;
  /** Change its fields at any time. */
  readonly behavior: SdapiBehavior;
  /** Bodies of image requests, with their path. */
  readonly requests: { readonly path: string; readonly body: any }[];
  /** Paths of all requests. */
  readonly paths: string[];
  /** The running task, as others see it. Set it to another client's task. */
  current: string | undefined;
  interrupts: number;
  /** Lets the server answer the requests that hang. */
  release(): void;
  /** Breaks all connections, loses all work, and refuses new connections. */
  goDown(): Promise<void>;
  /** Listens on the same port again. */
  comeUp(): Promise<void>;
}

export async function startSdapiServer(behavior: Partial<SdapiBehavior> = {}): Promise<SdapiServer> {
  const server = createServer((request, response) => {
    answer(fake, request, response).catch(() => response.destroy());
  });
  const listen = (port: number) =>
    new Promise<void>(resolve => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const releases: (() => void)[] = [];
  const fake: Fake = {
    url: `http://127.0.0.1:${port}`,
    behavior: { program: 'forge', checkpoints: ['painter'], upscalers: ['R-ESRGAN 4x+'], ...behavior },
    requests: [],
    paths: [],
    current: undefined,
    interrupts: 0,
    releases,
    release: () => {
      for (const go of releases.splice(0)) go();
    },
    goDown: async () => {
      releases.length = 0;
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
    comeUp: () => listen(port),
  };
  atEnd(fake.goDown);
  return fake;
}

type Fake = SdapiServer & { readonly releases: (() => void)[] };

async function answer(fake: Fake, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { behavior, paths, requests } = fake;
  const path = request.url ?? '';
  paths.push(path);
  const body = request.method === 'POST' ? ((await json(request)) as any) : undefined;
  if (behavior.authorization && request.headers.authorization !== behavior.authorization)
    return send(response, 401, { detail: 'Incorrect username or password' });
  const facts = programFacts(behavior)[path];
  if (facts) return send(response, 200, facts);
  const hasTasks = behavior.program === 'forge' || behavior.program === 'a1111';
  if (path === '/internal/progress' && hasTasks) return send(response, 200, readProgress(fake, body));
  if (path === '/sdapi/v1/interrupt' && hasTasks) {
    fake.interrupts++;
    return send(response, 200, {});
  }
  const isUpscale = path === '/sdapi/v1/extra-single-image' && behavior.upscalers.length > 0;
  if (!isUpscale && path !== '/sdapi/v1/txt2img' && path !== '/sdapi/v1/img2img')
    return send(response, 404, { detail: 'Not Found' });
  requests.push({ path, body });
  await work(fake, body, { request, response, isUpscale });
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isUpscale: boolean;
}

async function work(fake: Fake, body: any, { request, response, isUpscale }: Call): Promise<void> {
  const { fault, status, hasSheet } = fake.behavior;
  fake.current = body.force_task_id ?? fake.current;
  if (fault === 'reset') return void request.socket.destroy();
  if (fault === 'hang') await new Promise<void>(resolve => fake.releases.push(resolve));
  if (status)
    return send(response, status, { error: 'OutOfMemoryError', detail: '', errors: 'CUDA out of memory' });
  fake.current = undefined;
  if (fault === 'no json') return void response.writeHead(200).end('<html>');
  if (isUpscale) {
    const { image, upscaling_resize_w: width, upscaling_resize_h: height } = body;
    const larger = sharp(Buffer.from(image, 'base64')).resize(width, height, { fit: 'fill' });
    return send(response, 200, { image: (await larger.png().toBuffer()).toString('base64'), html_info: '' });
  }
  const count = body.batch_size * (body.n_iter ?? 1) - (fault === 'too few' ? 1 : 0);
  const pictures = await Promise.all(
    Array.from({ length: count }, (_, index) => renderPicture(body, body.seed + index)),
  );
  const images =
    fault === 'no pictures' ? [] : fault === 'not a picture' ? pictures.map(() => 'bm8=') : pictures;
  const info = JSON.stringify({ seed: body.seed, index_of_first_image: hasSheet ? 1 : 0 });
  const text = JSON.stringify({
    images: hasSheet ? [pictures[0], ...images] : images,
    parameters: body,
    info,
  });
  if (fault !== 'half') return send(response, 200, text);
  response.writeHead(200, { 'content-length': text.length });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

/** The color of the image with this seed. */
export function seedShade(seed: number): number {
  return (seed * 37) % 256;
}

async function renderPicture({ width, height }: any, seed: number): Promise<string> {
  const background = { r: seedShade(seed), g: 90, b: 30 };
  const picture = plainPicture({ width, height }, background).png();
  return (await picture.toBuffer()).toString('base64');
}

function readProgress({ current, behavior }: Fake, { id_task, id_live_preview }: any) {
  const active = current !== undefined && id_task === current;
  const isNew = behavior.preview !== undefined && id_live_preview !== 7;
  return {
    active,
    queued: false,
    completed: false,
    progress: active ? (behavior.progress ?? 0.5) : null,
    eta: null,
    live_preview: active && isNew ? behavior.preview : null,
    id_live_preview: active && isNew ? 7 : id_live_preview,
    textinfo: null,
  };
}

function programFacts({ program, checkpoints, upscalers }: SdapiBehavior): Record<string, object> {
  const models = checkpoints.map(name => ({
    title: `${name}.safetensors [0a1b2c3d4e]`,
    model_name: name,
    hash: '0a1b2c3d4e',
    filename: `/models/${name}.safetensors`,
  }));
  const common = {
    '/sdapi/v1/options': { samples_format: 'png', sd_model_checkpoint: checkpoints[0] ?? null },
    '/sdapi/v1/sd-models': models,
    '/sdapi/v1/upscalers': upscalers.map(name => ({ name, model_name: null, scale: 4 })),
  };
  const programRoutes = {
    forge: { '/sdapi/v1/sd-modules': [] },
    a1111: {},
    sdnext: { '/sdapi/v1/version': { app: 'sdnext', updated: '2026-10-01', hash: 'abc' } },
    'sd-cpp': { '/v1/models': { data: [{ id: 'sd-cpp-local', object: 'model' }] } },
    koboldcpp: { '/api/extra/version': { result: 'KoboldCpp', version: '1.76' }, '/v1/models': { data: [] } },
  };
  return { ...common, ...programRoutes[program] };
}

function send(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
