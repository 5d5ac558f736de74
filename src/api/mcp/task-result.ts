/**
 * A task as the result of a tool: words for the model, previews for people, links to the
 * files, and a record for programs.
 */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { Output, TaskView } from '../../core/tasks/read/task-view.ts';
import { readWhole } from '../../media/storage/open-file.ts';
import { fileAddress } from '../http/reply/file-address.ts';
import { findThumbnail } from '../http/reply/find-thumbnail.ts';
import { toAgentTask, type AgentTask } from '../records/agent-task.ts';
import type { McpCall } from './mcp-call.ts';
import type { McpDependencies } from './mcp-parts.ts';

export async function taskResult(
  parts: McpDependencies,
  call: McpCall,
  task: TaskView,
): Promise<CallToolResult> {
  const record = toAgentTask(task, call.token, { ...parts, ...call });
  const files = task.phase === 'succeeded' && !task.expired ? listResults(task) : [];
  return {
    content: [
      { type: 'text', text: describeRecord(record) },
      ...(await readPreviews(parts, task, files)),
      ...files.map(output => linkTo(output, task, call.baseUrl)),
    ],
    structuredContent: { ...record },
    ...(record.error && { isError: true }),
  };
}

function listResults({ outputs }: TaskView): readonly Output[] {
  return outputs
    .filter(({ kind }) => kind === 'cell' || kind === 'picture' || kind === 'clip')
    .toSorted((one, other) => one.ordinal - other.ordinal);
}

const mostPreviews = 4;
/** Thumbnails are far smaller; a picture without one is sent only if it is as small. */
const mostPreviewBytes = 200_000;

/**
 * Small images that only people see: a model that cannot read images would fail on them, and
 * for others they cost tokens.
 */
async function readPreviews(
  { storage }: Pick<McpDependencies, 'storage'>,
  { outputs }: TaskView,
  files: readonly Output[],
): Promise<ContentBlock[]> {
  const small = files
    .map(output => findThumbnail(outputs, output))
    .filter(output => output !== undefined && output.sizeBytes <= mostPreviewBytes) as Output[];
  const blocks = small.slice(0, mostPreviews).map(async ({ storageKey, contentType }) => {
    const file = await storage.open(storageKey);
    if (!file) return [];
    const data = Buffer.from(await readWhole(file)).toString('base64');
    return [
      { type: 'image' as const, data, mimeType: contentType, annotations: { audience: ['user' as const] } },
    ];
  });
  return (await Promise.all(blocks)).flat();
}

function linkTo(output: Output, { publicId }: TaskView, baseUrl: string): ContentBlock {
  const number = output.ordinal + 1;
  const label = output.kind === 'clip' ? 'Clip' : 'Image';
  return {
    type: 'resource_link',
    uri: fileAddress(baseUrl, output),
    name: `${publicId}-${number}`,
    title: `${label} ${number}`,
    mimeType: output.contentType,
    size: Number(output.sizeBytes),
  };
}

const mostShown = 12;

/** All that a model needs to go on, also if its program shows it nothing but this text. */
function describeRecord(record: AgentTask): string {
  const { task, status, progress, images = [], clips = [], texts = [], next = [], error } = record;
  const { amount, charged: chargedAmount, currency } = record.price;
  const files = [...images, ...clips].map(({ number, url }) => `${number}. ${url}`);
  const cost =
    chargedAmount === undefined
      ? `${amount} ${currency}, charged when it completes`
      : `${chargedAmount} ${currency}`;
  const lines = [
    `Task ${task}: ${status}${status === 'running' ? ` (${progress} %)` : ''}. Model: ${record.model}. Price: ${cost}.`,
    ...(record.seed === undefined ? [] : [`Seed: ${record.seed}.`]),
    ...(status === 'queued' || status === 'running'
      ? [`It is not finished. Call get_task with {"task": "${task}"}.`]
      : []),
    ...(error ? [`It failed, and nothing was charged: ${error.message} (${error.code})`] : []),
    ...(status === 'cancelled' ? ['It was cancelled. Nothing was charged.'] : []),
    ...files,
    ...texts.map((text, index) => `${index + 1}. ${text}`),
    ...(record.ignored ? [`Without effect: ${record.ignored.join(', ')}.`] : []),
    ...(next.length > 0 ? ['Possible next calls:'] : []),
    ...next.slice(0, mostShown).map(({ tool, arguments: values, needs = [], label, price }) => {
      const costs = price === undefined ? '' : ` (${price} ${currency})`;
      const neededText = needs.length > 0 ? `, with ${needs.join(' and ')}` : '';
      return `- ${tool} ${JSON.stringify(values)}${neededText}: ${label}${costs}`;
    }),
    ...(next.length > mostShown ? [`- ${next.length - mostShown} more in "next".`] : []),
  ];
  return lines.join('\n');
}
