/** Resources: finished tasks, the documentation, and the page that shows results in a conversation. */
import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import { AppError } from '@kinora/shared/errors/errors';
import { viewTaskPage } from '../../core/tasks/read/task-view.ts';
import { scopeOfToken } from '../../core/tasks/task-scope.ts';
import { toAgentTask } from '../records/agent-task.ts';
import { ownAnyTask } from './await-task.ts';
import type { McpCall } from './mcp-call.ts';
import type { McpDependencies } from './mcp-parts.ts';
import { resultPage, resultPageContents } from './view/result-page.ts';

const taskUri = /^kinora:\/\/tasks\/(\w{1,100})$/;
const docUri = /^kinora:\/\/docs\/([\w/-]{1,100})$/;
const mostTasks = 50;

export const resourceTemplates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: 'kinora://tasks/{task}',
    name: 'task',
    title: 'A task',
    description: 'The record of a task: state, price, files, and the possible follow-ups.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'kinora://docs/{page}',
    name: 'doc',
    title: 'A page of the documentation',
    mimeType: 'text/markdown',
  },
];

/** The page, the documentation, and the newest finished tasks. */
export async function listResources(parts: McpDependencies, { token }: McpCall): Promise<Resource[]> {
  const { pages } = await parts.docs();
  const scope = scopeOfToken(token);
  const newest = await viewTaskPage(parts.db, { scope, interface: token.kind, limit: mostTasks });
  return [
    resultPage,
    ...newest
      .filter(({ phase, expired: isExpired }) => phase === 'succeeded' && !isExpired)
      .map(({ publicId, prompt, job, finishedAt }) => ({
        uri: `kinora://tasks/${publicId}`,
        name: publicId,
        title: (prompt || job.prompt || job.kind).slice(0, 100),
        mimeType: 'application/json',
        ...(finishedAt && { annotations: { lastModified: finishedAt.toISOString() } }),
      })),
    ...pages
      .filter(({ language }) => language === 'en')
      .map(({ name, title, description }) => ({
        uri: `kinora://docs/${name}`,
        name,
        title,
        description,
        mimeType: 'text/markdown',
      })),
  ];
}

/** Throws AppError `resource_unknown`, `task_unknown`. */
export async function readResource(
  parts: McpDependencies,
  call: McpCall,
  uri: string,
): Promise<ReadResourceResult> {
  if (uri === resultPage.uri) return { contents: [await resultPageContents(call.baseUrl)] };
  const [, task] = taskUri.exec(uri) ?? [];
  if (task !== undefined) {
    const taskView = await ownAnyTask(parts, call.token, task);
    const text = JSON.stringify(toAgentTask(taskView, call.token, { ...parts, ...call }), null, 2);
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  }
  const [, name] = docUri.exec(uri) ?? [];
  const doc = (await parts.docs()).pages.find(page => page.name === name);
  if (!doc) throw new AppError('resource_unknown', { uri });
  return { contents: [{ uri, mimeType: 'text/markdown', text: doc.markdown }] };
}
