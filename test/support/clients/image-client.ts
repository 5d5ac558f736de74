/** An image client for tests: submits, presses buttons by their label, waits for records. */
import assert from 'node:assert/strict';
import sharp from 'sharp';
import { openClient } from '../servers/kinora-client.ts';
import { call, imageEnd, until, type Answer, type TestApp } from '../servers/app.ts';

export interface ImageRecord {
  readonly id: string;
  readonly action: string;
  readonly status: string;
  readonly prompt: string | null;
  readonly progress: string;
  readonly imageUrl: string | null;
  readonly imageWidth: number | null;
  readonly imageHeight: number | null;
  readonly imageUrls?: readonly { url: string; thumbnail: string }[];
  readonly videoUrl?: string;
  readonly videoUrls?: readonly {
    url: string;
    thumbnail: string;
    duration?: number;
    fps?: number;
    audio?: boolean;
  }[];
  readonly failReason: string | null;
  readonly buttons: readonly {
    customId: string;
    label: string;
    emoji: string;
    type: number;
    style: number;
  }[];
  readonly parentId: string | null;
  readonly seed: string;
  readonly mode: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly usage: { readonly amount: string; readonly charged: boolean; readonly quantity: number };
  readonly description: string;
}

export interface ImageClient {
  submit(name: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Submits and waits for the end. Throws if the submit is rejected. */
  make(name: string, body: unknown): Promise<ImageRecord>;
  fetch(id: string): Promise<ImageRecord>;
  end(id: string): Promise<ImageRecord>;
  /** Presses the button with this label, emoji or part of its customId. */
  press(record: ImageRecord, button: string, more?: object): Promise<Answer>;
  pressAndWait(record: ImageRecord, button: string, more?: object): Promise<ImageRecord>;
  modal(id: string, body: object): Promise<Answer>;
  cancel(id: string): Promise<Answer>;
}

export function imageClient(kinora: TestApp): ImageClient {
  const submit = (name: string, json: unknown, headers: Record<string, string> = {}) =>
    call(`${kinora.url}/mj/submit/${name}`, { key: kinora.imageKey, json, headers });
  const end = (id: string) => imageEnd(kinora, id) as Promise<ImageRecord>;
  const press = (record: ImageRecord, button: string, more: object = {}) =>
    submit('action', { taskId: record.id, customId: findButton(record, button).customId, ...more });
  return {
    submit,
    make: async (name, body) => end(acceptedTask(await submit(name, body))),
    fetch: id => openClient(kinora).images.get(id) as Promise<any>,
    end,
    press,
    pressAndWait: async (record, button, more) => end(acceptedTask(await press(record, button, more))),
    modal: (id, body) => submit('modal', { taskId: id, ...body }),
    cancel: id => call(`${kinora.url}/mj/task/${id}/cancel`, { key: kinora.imageKey, json: {} }),
  };
}

export function acceptedTask({ body }: Answer): string {
  assert.ok([1, 21, 22].includes(body.code), JSON.stringify(body));
  return body.result;
}

export function findButton({ buttons }: ImageRecord, name: string) {
  const button = buttons.find(
    ({ label, emoji, customId }) => label === name || emoji === name || customId.includes(name),
  );
  assert.ok(button, `${name} is none of ${buttons.map(({ customId }) => customId).join(' ')}`);
  return button;
}

export async function bytesAt(url: string | null | undefined): Promise<Buffer> {
  const response = await fetch(url ?? '');
  assert.equal(response.status, 200, url ?? 'no address');
  return Buffer.from(await response.arrayBuffer());
}

export interface RgbPicture {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Three bytes per pixel. */
export async function pixelsAt(url: string | null | undefined): Promise<RgbPicture> {
  const { data, info } = await sharp(await bytesAt(url))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export async function waitFor<Value>(
  ask: () => Promise<Value>,
  fits: (value: Value) => boolean,
): Promise<Value> {
  return until(ask, fits);
}

/** A small image of one color, as base64 without a prefix. */
export async function plainPicture(size = { width: 64, height: 48 }, color = '#3060a0'): Promise<string> {
  const picture = sharp({ create: { ...size, channels: 3, background: color } });
  return (await picture.png().toBuffer()).toString('base64');
}
