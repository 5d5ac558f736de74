/**
 * The page that shows results in a conversation (MCP Apps, `io.modelcontextprotocol/ui`): images, clips,
 * progress, and the follow-ups as buttons with their prices. It is one document without other files, and
 * loads only images and clips of this server.
 */
import { readFile } from 'node:fs/promises';
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server';

export const viewExtension = 'io.modelcontextprotocol/ui';
const mimeType = 'text/html;profile=mcp-app';

export const resultPage: Resource = {
  uri: 'ui://kinora/result.html',
  name: 'result',
  title: 'Result of a task',
  description: 'Shows the images and clips of a task with the possible follow-ups.',
  mimeType,
};

/** Links a tool to the page. The second key is that of the first version of the extension. */
export const viewMeta = { ui: { resourceUri: resultPage.uri }, 'ui/resourceUri': resultPage.uri };

const readPart = (name: string) => readFile(new URL(`./${name}`, import.meta.url), 'utf8');
let page: Promise<string> | undefined;

/** `baseUrl` is the address of the files. */
export async function resultPageContents(baseUrl: string): Promise<ReadResourceResult['contents'][number]> {
  const text = await (page ??= writePage());
  const csp = { resourceDomains: [new URL(baseUrl).origin], connectDomains: [] };
  return { uri: resultPage.uri, mimeType, text, _meta: { ui: { csp, prefersBorder: true } } };
}

async function writePage(): Promise<string> {
  const [html, css, script] = await Promise.all(
    ['result-page.html', 'result-page.css', 'result-page.js'].map(readPart),
  );
  return (html ?? '').replace('/* css */', () => css ?? '').replace('/* script */', () => script ?? '');
}
