/** A host of valid and invalid images that records its requests. */
import type { ServerResponse } from 'node:http';
import { serve } from '../servers/serve.ts';
import { renderPng } from '../clients/video-client.ts';

export interface PictureServer {
  readonly url: string;
  readonly paths: string[];
}

/**
 * `/good.png`, `/large.png` (more bytes than accepted), `/wide.png` (more pixels), `/page.html`, `/page.png`
 * (a page with the type of an image), `/away?<address>` (a redirect), `/loop`, `/none`. Closed automatically
 * when the tests of the file have ended.
 */
export async function startPictureServer(): Promise<PictureServer> {
  const [good, wide] = [await renderPng(200), await renderPng(9, { width: 9000, height: 8 })];
  const paths: string[] = [];
  const send = (response: ServerResponse, type: string, body: string | Uint8Array) =>
    response.writeHead(200, { 'content-type': type }).end(body);
  const url = await serve((request, response) => {
    const { url = '' } = request;
    paths.push(url);
    const [path, query = ''] = url.split('?');
    if (path === '/good.png') return send(response, 'image/png', good);
    if (path === '/wide.png') return send(response, 'image/png', wide);
    if (path === '/large.png') return send(response, 'image/png', new Uint8Array(11 * 1024 * 1024));
    if (path === '/page.html') return send(response, 'text/html', '<html></html>');
    if (path === '/page.png') return send(response, 'image/png', '<html></html>');
    if (path === '/away') return response.writeHead(302, { location: decodeURIComponent(query) }).end();
    if (path === '/loop') return response.writeHead(302, { location: '/loop' }).end();
    response.writeHead(404).end();
  });
  return { url, paths };
}
