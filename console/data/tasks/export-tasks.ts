/** Exports all tasks of a view as a file, page by page, because a view may exceed one response. */
import { toCsv, toJsonLines } from '@kinora/shared/text/csv';
import { list } from '../api.ts';
import type { Task, TaskFilter } from './tasks.ts';

const page = 200;

/** `onCount` is called with the number of tasks read so far. */
export async function exportTasks(
  filter: TaskFilter,
  format: 'csv' | 'jsonl',
  onCount: (count: number) => void,
): Promise<void> {
  const exportLines: ReturnType<typeof toExportLine>[] = [];
  let before: string | undefined;
  for (;;) {
    const tasks: readonly Task[] = await list('task list', { ...filter, before, limit: page });
    exportLines.push(...tasks.map(toExportLine));
    onCount(exportLines.length);
    if (tasks.length < page) break;
    before = tasks.at(-1)?.id;
  }
  const text = format === 'csv' ? toCsv(exportLines) : toJsonLines(exportLines);
  save(new Blob([text], { type: format === 'csv' ? 'text/csv' : 'application/jsonl' }), `tasks.${format}`);
}

function toExportLine(task: Task) {
  const { price, error } = task;
  return {
    id: task.id,
    kind: task.kind,
    action: task.action,
    state: task.state,
    model: task.model,
    group: task.group,
    tier: task.tier,
    prompt: task.prompt,
    token: task.token.name,
    user: task.user?.name ?? null,
    end_user: task.end_user,
    agent: task.client,
    account: task.account_name,
    created: task.created,
    started: task.started,
    finished: task.finished,
    unit: price.unit,
    quantity: price.quantity,
    unit_price: price.unit_price,
    amount: price.amount,
    charged: price.charged,
    refunded: price.refunded,
    currency: price.currency,
    price_version: price.version,
    error: error?.code ?? null,
    error_message: error?.message ?? null,
  };
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
