/** A video client for tests: creates clips from JSON and forms, waits for them, reads records. */
import sharp from 'sharp';
import { call, videoEnd, type Answer, type TestApp } from '../servers/app.ts';

/** The smallest clip that takes time to draw. */
export const smallClip = { model: 'sketch-motion', resolution: '480p', aspect_ratio: '1:1', seconds: 2 };
/** It never ends by itself, and reports its progress repeatedly. */
export const endless = { ...smallClip, prompt: '{"checks":1000000}' };
/** It never ends by itself, and reports no change. */
export const hanging = { ...smallClip, prompt: '{"check":"hang"}' };

type Headers = Readonly<Record<string, string>>;
/** The fields, in this order. Names may repeat. */
export type FormFields = readonly (readonly [name: string, value: string | Blob])[];

export interface VideoClient {
  /** Paths begin after `/v1/`. */
  get(path: string, headers?: Headers): Promise<Answer>;
  post(path: string, json?: unknown, headers?: Headers): Promise<Answer>;
  form(path: string, fields: FormFields, headers?: Headers): Promise<Answer>;
  remove(id: string): Promise<Answer>;
  create(json: unknown, headers?: Headers): Promise<Answer>;
  end(id: string): Promise<any>;
  /** The record of a clip that was generated. Throws if it was not. */
  make(json: unknown, path?: string): Promise<any>;
  /** The ids of all clips, oldest first. */
  ids(): Promise<string[]>;
}

export function videoClient(kinora: Pick<TestApp, 'url' | 'videoKey'>): VideoClient {
  const { videoKey: key } = kinora;
  const at = (path: string) => `${kinora.url}/v1/${path}`;
  const post = (path: string, json: unknown = {}, headers: Headers = {}) =>
    call(at(path), { key, json, headers });
  const end = (id: string) => videoEnd(kinora as TestApp, id);
  return {
    get: (path, headers = {}) => call(at(path), { key, headers }),
    post,
    form: (path, fields, headers = {}) =>
      call(at(path), { key, method: 'POST', body: toForm(fields), headers }),
    remove: id => call(at(`videos/${id}`), { key, method: 'DELETE' }),
    create: (json, headers) => post('videos', json, headers),
    end,
    make: async (json, path = 'videos') => {
      const record = await end(acceptedClip(await post(path, json)).id);
      if (record.status !== 'completed') throw new Error(`Not made: ${JSON.stringify(record)}`);
      return record;
    },
    ids: async () => {
      const ids: string[] = [];
      for (let more = true; more;) {
        const after = ids.length > 0 ? `&after=${ids.at(-1)}` : '';
        const { body } = await call(at(`videos?limit=100&order=asc${after}`), { key });
        ids.push(...body.data.map(({ id }: { id: string }) => id));
        more = body.has_more;
      }
      return ids;
    },
  };
}

/** The record that a submit returned. Throws if it was rejected. */
export function acceptedClip({ status, body }: Answer): any {
  if (status !== 200) throw new Error(`Rejected: ${status} ${JSON.stringify(body)}`);
  return body;
}

export function toForm(fields: FormFields): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value);
  }
  return form;
}

/** A PNG of one color. */
export function renderPng(red: number, { width = 96, height = 64 } = {}): Promise<Buffer<ArrayBuffer>> {
  const background = { r: red % 256, g: 120, b: 80 };
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer() as never;
}

export function dataUrl(bytes: Uint8Array, type = 'image/png'): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
