/** The list of webhooks, with the task and the last response of the receiver. */
import { Link } from '@tanstack/react-router';
import type { IconComponent } from '../../icons/icon.ts';
import { Ban, CircleCheck, CircleX, Send } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { useKeys } from '../../ui/keys.ts';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { NoResults } from '../../ui/page-states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatCount } from '../../i18n/format.ts';
import { useHookAnswer, type HookAnswer } from '../../i18n/webhook-response.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { hookStates, type HookLine, type HooksAddress, type HookState } from './webhooks.ts';
import { webhookMessages } from './messages.ts';

interface HookListProps {
  readonly lines: readonly HookLine[];
  readonly onMore?: () => void;
}

export function HookList({ lines, onMore }: HookListProps) {
  const t = useMessages(webhookMessages);
  const ui = useMessages(uiMessages);
  const [address, change] = useAddress<HooksAddress>();
  const columns = useColumns();
  const step = (offset: number) => {
    const openIndex = lines.findIndex(({ hook }) => hook === address.open);
    const nextHook = lines[openIndex + offset];
    if (openIndex >= 0 && nextHook) change({ open: nextHook.hook });
  };
  useKeys({ j: () => step(1), k: () => step(-1) });
  return (
    <>
      <FilterChips
        label={t.state}
        isQuiet
        chips={hookStates.map(value => ({ value, label: t.states[value] }))}
        value={address.state}
        onChange={state => change({ state })}
      />
      {lines.length === 0 ? (
        <NoResults onClear={() => change({ state: undefined })} />
      ) : (
        <Table
          label={t.list}
          columns={columns}
          rows={lines}
          toKey={({ hook }) => hook}
          openKey={address.open}
          onOpen={({ hook }) => change({ open: hook }, { isStep: true })}
        />
      )}
      {onMore && (
        <Button className="justify-self-center" onClick={onMore}>
          {ui.loadMore}
        </Button>
      )}
    </>
  );
}

function useColumns(): readonly Column<HookLine>[] {
  const t = useMessages(webhookMessages);
  const [, change] = useAddress<HooksAddress>();
  return [
    {
      key: 'url',
      title: t.columns.url,
      cell: ({ hook, url }) => (
        <button
          type="button"
          className="block min-h-6 max-w-72 truncate text-left font-mono text-xs hover:underline"
          title={url}
          onClick={() => change({ open: hook }, { isStep: true })}
        >
          {url}
        </button>
      ),
    },
    { key: 'state', title: t.columns.state, cell: ({ state }) => <HookStateBadge state={state} /> },
    {
      key: 'task',
      title: t.columns.task,
      cell: ({ task, task_prompt }) => (
        <Link to={`/task/${task}`} className="block max-w-56 truncate text-text" title={task_prompt ?? task}>
          {task_prompt || task}
        </Link>
      ),
    },
    { key: 'status', title: t.columns.status, cell: line => <LastAnswer line={line} /> },
    {
      key: 'attempts',
      title: t.columns.attempts,
      isNumber: true,
      isWide: true,
      cell: ({ attempts }) => formatCount(attempts),
    },
    { key: 'when', title: t.columns.when, cell: ({ created }) => <RelativeTime time={created} /> },
  ];
}

function LastAnswer({ line: { last_status, last_error, attempts, url } }: { readonly line: HookLine }) {
  const t = useMessages(webhookMessages);
  const { why } = useHookAnswer();
  const answer = { status: last_status, error: last_error };
  if (attempts === 0) return <span className="text-muted">{t.notYet}</span>;
  return <Answer answer={answer} why={why(answer, url)} />;
}

/** Shows the status, or a note that there was none, with the reason as a tooltip. */
export function Answer({ answer, why }: { readonly answer: HookAnswer; readonly why?: string | undefined }) {
  const { inShort } = useHookAnswer();
  const { status } = answer;
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <span title={why} className={classes('tabular whitespace-nowrap', isGood ? 'text-ok' : 'text-bad')}>
      {inShort(answer)}
    </span>
  );
}

const stateStyles: Readonly<Record<HookState, readonly [IconComponent, string]>> = {
  delivering: [Send, 'text-info'],
  delivered: [CircleCheck, 'text-ok'],
  failed: [CircleX, 'text-bad'],
  gone: [Ban, 'text-muted'],
};

export function HookStateBadge({ state }: { readonly state: HookState }) {
  const t = useMessages(webhookMessages);
  const [Icon, color] = stateStyles[state];
  return (
    <span
      title={t.stateDescriptions[state]}
      className={classes('inline-flex items-center gap-1.5 whitespace-nowrap', color)}
    >
      <Icon size={14} aria-hidden />
      {t.states[state]}
    </span>
  );
}
