/**
 * A program that shows pages of MCP servers (MCP Apps, revision 2026-01-26), in a real browser: a
 * sandboxed frame of another origin with the Content-Security-Policy that the page asks for, and a
 * bridge to the tools of the server.
 */
import type { Client, Tool } from '@modelcontextprotocol/client';
import type { FrameLocator, Page } from 'playwright-core';
import { serve } from '../servers/serve.ts';
import { openBlankPage } from './browser.ts';

export interface ViewHost {
  readonly page: Page;
  readonly view: FrameLocator;
  /** The tools that the page has called, and what it told the model. */
  readonly calls: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[];
  readonly messages: readonly string[];
  /** What the browser has blocked or reported. */
  readonly faults: readonly string[];
}

interface Csp {
  readonly resourceDomains?: readonly string[];
  readonly connectDomains?: readonly string[];
}

export interface ShownView {
  readonly client: Client;
  readonly tool: Tool;
  readonly result: unknown;
  readonly locale?: string;
}

/** Shows the page of a tool with the result of a call. */
export async function showView({ client, tool, result, locale = 'en' }: ShownView): Promise<ViewHost> {
  const { resourceUri: uri } = (tool._meta as { ui: { resourceUri: string } }).ui;
  const [content] = (await client.readResource({ uri })).contents;
  const { text = '', _meta } = content as { text?: string; _meta?: { ui?: { csp?: Csp } } };
  const html = withPolicy(text, _meta?.ui?.csp ?? {});
  const calls: { name: string; arguments: Record<string, unknown> }[] = [];
  const messages: string[] = [];
  const faults: string[] = [];
  const url = await serve((_, response) => response.setHeader('content-type', 'text/html').end(hostPage));
  const page = await openBlankPage({ viewport: { width: 720, height: 900 } });
  page.on('console', message => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', error => faults.push(String(error)));
  await page.exposeFunction('answer', async (method: string, params: any) => {
    if (method === 'tools/call') {
      calls.push(params);
      return client.callTool(params);
    }
    if (method === 'ui/update-model-context') messages.push(params.content[0].text);
    if (method !== 'ui/initialize') return {};
    return {
      protocolVersion: '2026-01-26',
      hostInfo: { name: 'test-host', version: '1' },
      hostCapabilities: { serverTools: {}, updateModelContext: {} },
      hostContext: { theme: 'light', locale },
    };
  });
  await page.exposeFunction('firstResult', async () => result);
  await page.goto(url);
  await page.evaluate(text => (globalThis as any).show(text), html);
  return { page, view: page.frameLocator('iframe'), calls, messages, faults };
}

/** The policy that the specification derives from what a page asks for. */
function withPolicy(html: string, { resourceDomains = [], connectDomains = [] }: Csp): string {
  const resources = resourceDomains.join(' ');
  const policy = [
    "default-src 'none'",
    `script-src 'unsafe-inline' ${resources}`,
    `style-src 'unsafe-inline' ${resources}`,
    `img-src data: ${resources}`,
    `media-src data: ${resources}`,
    `connect-src ${connectDomains.join(' ') || "'none'"}`,
  ].join('; ');
  return html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
}

const hostPage = `<!doctype html><meta charset="utf-8"><iframe sandbox="allow-scripts" style="width:680px;height:860px;border:0"></iframe>
<script>
const frame = document.querySelector('iframe');
const send = message => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
addEventListener('message', async ({ source, data }) => {
  if (source !== frame.contentWindow || data?.jsonrpc !== '2.0') return;
  if (data.method === 'ui/notifications/initialized')
    return send({ method: 'ui/notifications/tool-result', params: await firstResult() });
  if (data.id === undefined) return;
  try {
    send({ id: data.id, result: await answer(data.method, data.params) });
  } catch (error) {
    send({ id: data.id, error: { code: -32000, message: String(error.message) } });
  }
});
globalThis.show = html => { frame.srcdoc = html; };
</script>`;
