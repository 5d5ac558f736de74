/** A webhook with all attempts, and its redelivery. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCw } from '../../icons/icons.ts';
import { callProcedure } from '../../data/api.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime, CopyButton } from '../../ui/formatted-values.tsx';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatCount } from '../../i18n/format.ts';
import { useHookAnswer } from '../../i18n/webhook-response.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Answer, HookStateBadge } from './hook-list.tsx';
import { hookQuery, type HookTry } from './webhooks.ts';
import { webhookMessages } from './messages.ts';

export function HookPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useMessages(webhookMessages);
  const { data: hook, error } = useQuery(hookQuery(id));
  return (
    <SidePanel title={t.details} label={t.details} onClose={onClose}>
      <ErrorNote error={error} />
      {!hook && !error && <SkeletonRows />}
      {hook && (
        <div className="grid gap-6">
          <div className="grid gap-2">
            <p className="flex items-start gap-2">
              <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">{hook.url}</code>
              <CopyButton text={hook.url} />
            </p>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <HookStateBadge state={hook.state} />
              <span className="text-muted">{t.stateDescriptions[hook.state]}</span>
            </p>
            {hook.task_prompt && <p className="line-clamp-2 text-sm text-muted">{hook.task_prompt}</p>}
          </div>
          <Redeliver hook={hook.hook} task={hook.task} />
          <Section title={t.attempts} className="mt-0!">
            {hook.tries.length === 0 ? (
              <p className="text-muted">{t.noAttempts}</p>
            ) : (
              <ol className="card divide-y divide-line">
                {hook.tries.map(one => (
                  <Try key={`${one.at} ${one.message_id}`} one={one} url={hook.url} />
                ))}
              </ol>
            )}
          </Section>
        </div>
      )}
    </SidePanel>
  );
}

function Redeliver({ hook, task }: { readonly hook: string; readonly task: string }) {
  const t = useMessages(webhookMessages);
  const client = useQueryClient();
  const redeliver = useMutation({
    mutationFn: () => callProcedure('webhook redeliver', { hook }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['webhook', hook] }),
        client.invalidateQueries({ queryKey: ['webhooks'] }),
      ]),
  });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button icon={RotateCw} busy={redeliver.isPending} onClick={() => redeliver.mutate()}>
          {t.redeliver}
        </Button>
        <Link to={`/task/${task}`} className={buttonClasses()}>
          {t.openTask}
        </Link>
      </div>
      <p role="status" className="text-xs text-muted">
        {redeliver.isSuccess ? t.redelivered : t.redeliverDescription}
      </p>
      <ErrorNote error={redeliver.error} />
    </div>
  );
}

function Try({ one, url }: { readonly one: HookTry; readonly url: string }) {
  const t = useMessages(webhookMessages);
  const explanation = useHookAnswer().why(one, url);
  const { state } = useMessages(uiMessages);
  return (
    <li className="grid gap-1 p-3 text-sm">
      <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Answer answer={one} />
        <span>{state[one.phase as keyof typeof state] ?? one.phase}</span>
        <span className="tabular text-muted">{t.tookMs(formatCount(one.took_ms))}</span>
        <span className="ml-auto text-muted">
          <RelativeTime time={one.at} />
        </span>
      </span>
      {explanation && <span className="text-bad wrap-anywhere">{explanation}</span>}
      <code className="font-mono text-xs text-muted wrap-anywhere">{one.message_id}</code>
    </li>
  );
}
