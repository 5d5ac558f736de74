/** /llms.txt: what Kinora is, and its documents in Markdown, for programs that read (llmstxt.org). */
import { docGroups } from './doc-groups.ts';
import type { Doc } from './read-docs.ts';

export function llmsText(pages: readonly Doc[], baseUrl: string): string {
  const sections = docGroups.map(group => {
    const lines = pages
      .filter(page => page.group === group && page.language === 'en')
      .map(({ name, title, description }) => `- [${title}](${baseUrl}/docs/${name}.md): ${description}`);
    return `## ${group}\n\n${lines.join('\n')}\n`;
  });
  const chinese = pages
    .filter(({ language }) => language === 'zh')
    .map(({ name, title, description }) => `- [${title}](${baseUrl}/docs/${name}.md): ${description}`);
  return `# Kinora

> A self-hosted, asynchronous service that generates images and clips. Clients use it through two well-known interfaces: the API of
> midjourney-proxy (images) and the OpenAI videos API (clips). Agents call it by the Model Context Protocol, at /mcp.

The [OpenAPI document](${baseUrl}/openapi.json) describes every route, field and status.

${sections.join('\n')}
## 中文

${chinese.join('\n')}
`;
}
