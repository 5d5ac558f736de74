/**
 * A real browser: Chromium on a page of another origin than the server, so that CORS
 * applies as it does for users.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { atEnd, atProcessEnd } from '../servers/clean-up.ts';
import { serve } from '../servers/serve.ts';
import { type BrowserOptions, launchBrowser } from './launch-browser.ts';

const browsers = new Map<boolean, Promise<Browser>>();

/** One for all files of a process, and one with scrollbars. Each of its contexts is a separate visitor. */
export function openBrowser({ hasScrollbars = false }: BrowserOptions = {}): Promise<Browser> {
  const browser = browsers.get(hasScrollbars) ?? launchBrowser({ hasScrollbars });
  if (!browsers.has(hasScrollbars)) atProcessEnd(async () => (await browser).close());
  browsers.set(hasScrollbars, browser);
  return browser;
}

/** A page of a new visitor. Closed automatically when the tests of the file have ended. */
export async function openBlankPage(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await openBrowser()).newPage(options);
  atEnd(() => page.close());
  return page;
}

/** The same at a page that is of another site than the server. */
export async function openPage(): Promise<Page> {
  const page = await openBlankPage();
  // `localhost` and 127.0.0.1, where the server listens, are different sites, not only different origins.
  const url = await serve((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>'),
  );
  await page.goto(url.replace('127.0.0.1', 'localhost'));
  return page;
}

export interface PageRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

export interface PageAnswer<Body = any> {
  readonly status: number;
  /** The headers that the page may read. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/**
 * `fetch` as a script of the page calls it: a POST if there is JSON to send. Throws if
 * the script gets no response.
 */
export function fetchInPage(
  page: Page,
  url: string,
  { json, ...init }: PageRequest = {},
): Promise<PageAnswer> {
  const post = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) };
  return page.evaluate(
    async ([url, init]) => {
      const response = await fetch(url, init);
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      const headers = Object.fromEntries(response.headers);
      return { status: response.status, headers, body: isJson ? JSON.parse(text) : text };
    },
    [url, { ...post, ...init }] as const,
  );
}

export interface CanvasPicture {
  readonly width: number;
  readonly height: number;
  readonly dataUrl: string;
  /** Red, green and blue of the center pixel. */
  readonly middle: readonly number[];
}

/** An image as editors in web pages use it: loaded with CORS, drawn to a canvas, read back. */
export function drawInPage(
  page: Page,
  url: string,
  crossOrigin: 'anonymous' | null = 'anonymous',
): Promise<CanvasPicture> {
  return page.evaluate(
    async ([url, crossOrigin]) => {
      const image = new Image();
      image.crossOrigin = crossOrigin;
      image.src = url;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      const dataUrl = canvas.toDataURL('image/jpeg');
      const { data } = context.getImageData(image.width >> 1, image.height >> 1, 1, 1);
      return { width: image.width, height: image.height, dataUrl, middle: [...data].slice(0, 3) };
    },
    [url, crossOrigin] as const,
  );
}

export interface Disc {
  readonly width: number;
  readonly height: number;
  readonly ground: string;
  readonly color: string;
}

/** The output of a mask editor: a data URL of its canvas with a disc in the middle. */
export function paintDiscInPage(page: Page, disc: Disc): Promise<string> {
  return page.evaluate(({ width, height, ground, color }) => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.fillStyle = ground;
    context.fillRect(0, 0, width, height);
    context.fillStyle = color;
    context.arc(width / 2, height / 2, Math.min(width, height) / 4, 0, 2 * Math.PI);
    context.fill();
    return canvas.toDataURL();
  }, disc);
}
