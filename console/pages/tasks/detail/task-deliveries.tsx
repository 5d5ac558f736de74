/** The webhook deliveries of a task: every attempt, and redelivery. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { IconComponent } from '../../../icons/icon.ts';
import { CircleCheck, CircleX, Loader } from '../../../icons/icons.ts';
import { callProcedure } from '../../../data/api.ts';
import type { TaskDetail } from '../../../data/tasks/tasks.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/class-names.ts';
import { RelativeTime } from '../../../ui/formatted-values.tsx';
import { ErrorNote } from '../../../ui/page-states.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { formatSeconds, unknown } from '../../../i18n/format.ts';
import { useHookAnswer } from '../../../i18n/webhook-response.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { detailMessages } from './messages.ts';
import { Part } from './task-facts.tsx';

type Delivery = TaskDetail['deliveries'][number];

const stateStyles: Readonly<Record<Delivery['state'], readonly [IconComponent, string]>> = {
  delivering: [Loader, 'text-info'],
  delivered: [CircleCheck, 'text-ok'],
  gone: [CircleX, 'text-muted'],
  failed: [CircleX, 'text-bad'],
};

export function TaskDeliveries({ task }: { readonly task: TaskDetail }) {
  const t = useMessages(detailMessages);
  if (task.deliveries.length === 0) return null;
  return (
    <Part title={t.deliveries}>
      <ul className="grid gap-2">
        {task.deliveries.map(delivery => (
          <li key={delivery.hook}>
            <OneDelivery delivery={delivery} task={task.id} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function OneDelivery({ delivery, task }: { readonly delivery: Delivery; readonly task: string }) {
  const t = useMessages(detailMessages);
  const client = useQueryClient();
  const [Icon, color] = stateStyles[delivery.state];
  const redeliver = useMutation({
    mutationFn: () => callProcedure('webhook redeliver', { hook: delivery.hook }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['task', task] }),
  });
  return (
    <div className="card p-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={classes('inline-flex items-center gap-1.5', color)}>
          <Icon size={14} aria-hidden />
          {t.deliveryStates[delivery.state]}
        </span>
        <code className="min-w-0 flex-1 truncate font-mono text-xs" title={delivery.url}>
          {delivery.url}
        </code>
        <Button size="s" busy={redeliver.isPending} onClick={() => redeliver.mutate()}>
          {t.redeliver}
        </Button>
      </div>
      {redeliver.isSuccess && (
        <p role="status" className="mt-1 text-muted">
          {t.redelivered}
        </p>
      )}
      <ErrorNote className="mt-2" error={redeliver.error} />
      <Attempts delivery={delivery} />
    </div>
  );
}

function Attempts({ delivery: { attempts, url } }: { readonly delivery: Delivery }) {
  const t = useMessages(detailMessages);
  const ui = useMessages(uiMessages);
  const { why } = useHookAnswer();
  if (attempts.length === 0) return null;
  return (
    <div className="mt-2 overflow-x-auto">
      <table className="w-full text-left text-xs" aria-label={t.attemptsTable}>
        <thead className="text-muted">
          <tr>
            {[t.at, t.phase, t.answer, t.took].map(title => (
              <th key={title} scope="col" className="pr-3 pb-1 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {attempts.map(({ at, took_ms: took, phase, ...answer }) => (
            <tr key={at}>
              <td className="pr-3 whitespace-nowrap">
                <RelativeTime time={at} />
              </td>
              <td className="pr-3">{ui.state[phase as keyof typeof ui.state] ?? phase}</td>
              <td className={classes('tabular pr-3', answer.error && 'text-bad')}>
                {answer.status ?? why(answer, url) ?? unknown}
              </td>
              <td className="tabular">{formatSeconds(took / 1000)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
