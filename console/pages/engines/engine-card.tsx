/** An engine: health with its reason, configuration, load, the last 24 hours, models and actions. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { IconComponent } from '../../icons/icon.ts';
import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  Moon,
  PlugZap,
  TriangleExclamationPoint,
  Wallet,
} from '../../icons/icons.ts';
import type { Engine, EngineHealth } from '../../data/operators/operator-queries.ts';
import { classes } from '../../ui/class-names.ts';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatCount, formatPercent, formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { DayChart } from './day-chart.tsx';
import { EngineActions } from './engine-actions.tsx';
import { EngineConfiguration } from './engine-configuration.tsx';
import { engineMessages } from './messages.ts';
import { RouteTable } from './route-table.tsx';

const healthStyles: Readonly<Record<EngineHealth, readonly [IconComponent, string]>> = {
  healthy: [CircleCheck, 'text-ok'],
  degraded: [TriangleExclamationPoint, 'text-warn'],
  failing: [CircleX, 'text-bad'],
  outside_hours: [Moon, 'text-info'],
  over_budget: [Wallet, 'text-warn'],
  drained: [CirclePause, 'text-info'],
  down: [PlugZap, 'text-bad'],
};

interface EngineCardProps {
  readonly engine: Engine;
  readonly onProbe: () => void;
  readonly onEdit: () => void;
  readonly onRemoved: () => void;
}

export function EngineCard({ engine, ...handlers }: EngineCardProps) {
  return (
    <article className="card p-5" aria-label={engine.name}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <EngineStatus engine={engine} />
        <EngineActions {...{ engine, ...handlers }} />
      </div>
      {engine.kind !== null && <EngineConfiguration engine={engine} kind={engine.kind} />}
      <div className="mt-5 grid gap-x-10 gap-y-5 lg:grid-cols-[minmax(14rem,1fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-2 content-start gap-x-6 gap-y-5 sm:max-lg:grid-cols-4">
          <Slots engine={engine} />
          <Queue engine={engine} />
          <Fact name={<Word of="median" />}>{formatSeconds(engine.median_seconds)}</Fact>
          <Fact name={<Word of="success" />}>{formatPercent(successShare(engine))}</Fact>
        </div>
        <DayChart engine={engine} />
      </div>
      <EngineRoutes engine={engine} />
      <LastError engine={engine} />
    </article>
  );
}

type CardProps = Pick<EngineCardProps, 'engine'>;

/**
 * Returns the share of the engine's tasks of the last 24 hours that succeeded.
 * Returns null if there are none.
 */
function successShare({ succeeded_24h: successCount, failed_24h: failureCount }: Engine): number | null {
  return successCount + failureCount > 0 ? successCount / (successCount + failureCount) : null;
}

function Word({ of }: { readonly of: 'median' | 'success' }) {
  return useMessages(engineMessages)[of];
}

function EngineStatus({ engine: { name, state, why, since, until } }: CardProps) {
  const t = useMessages(engineMessages);
  const states = useMessages(uiMessages).engineState;
  // No failure is known, but the engine has not run any task lately.
  const isIdle = state === 'healthy' && why !== null;
  const [Icon, color] = isIdle ? ([CircleDashed, 'text-muted'] as const) : healthStyles[state];
  return (
    <div className="min-w-0 flex-1 basis-64">
      <h2 className="flex flex-wrap items-center gap-x-3 text-lg font-semibold">
        {name}
        <span className={classes('inline-flex items-center gap-1.5 text-base font-medium', color)}>
          <Icon size={16} aria-hidden />
          {isIdle ? t.idle : states[state]}
        </span>
        {until && (
          <span className="text-sm font-normal text-muted">
            {t.until} <RelativeTime time={until} />
          </span>
        )}
        {since && (
          <span className="text-sm font-normal text-muted">
            {t.since} <RelativeTime time={since} />
          </span>
        )}
      </h2>
      {why && <p className="mt-1 max-w-160 text-muted wrap-anywhere">{why}</p>}
    </div>
  );
}

function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="min-w-28">
      <h3 className="text-sm text-muted">{name}</h3>
      <p className="tabular mt-1 text-lg font-semibold">{children}</p>
    </div>
  );
}

const maxDots = 24;

function Slots({ engine: { slots, busy } }: CardProps) {
  const t = useMessages(engineMessages);
  return (
    <div className="min-w-28">
      <h3 className="text-sm text-muted">{t.slots}</h3>
      {slots === null ? (
        <p className="mt-1 text-bad">{t.noSlots}</p>
      ) : (
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <span className="tabular text-lg font-semibold">
            {t.busySlots(formatCount(busy), formatCount(slots))}
          </span>
          {slots <= maxDots && (
            <span aria-hidden className="flex flex-wrap gap-1">
              {Array.from({ length: Math.max(slots, busy) }, (_, index) => (
                <span
                  key={index}
                  className={classes(
                    'size-3 rounded-full border transition-colors duration-220',
                    index < busy ? 'border-info bg-info' : 'border-line-strong',
                    index >= slots && 'border-warn bg-warn',
                  )}
                />
              ))}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

function Queue({ engine: { queued: queuedCount, models } }: CardProps) {
  const t = useMessages(engineMessages);
  return (
    <div className="min-w-28">
      <h3 className="text-sm text-muted">{t.queue}</h3>
      <p className="tabular mt-1 text-lg font-semibold">
        <Link
          to="/tasks"
          search={{ scope: 'all', state: 'queued', model: models.join(',') }}
          aria-label={`${t.waiting}: ${formatCount(queuedCount)}`}
          className="rounded-sm text-text underline decoration-line-strong underline-offset-4 hover:decoration-text"
        >
          {formatCount(queuedCount)}
        </Link>
      </p>
    </div>
  );
}

function EngineRoutes({ engine: { name, tiers } }: CardProps) {
  const t = useMessages(engineMessages);
  const ui = useMessages(uiMessages);
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-4 text-sm">
      <RouteTable engine={name} />
      {tiers.length > 0 && (
        <dl className="flex flex-wrap items-center gap-2">
          <dt className="text-muted">{t.tiers}</dt>
          <dd>{tiers.map(tier => ui.tier[tier]).join(' · ')}</dd>
        </dl>
      )}
    </div>
  );
}

function LastError({ engine: { last_error: lastError } }: CardProps) {
  const t = useMessages(engineMessages);
  if (!lastError) return null;
  return (
    <p className="mt-3 flex flex-wrap gap-x-2 text-sm">
      <span className="text-muted">{t.lastError}</span>
      <RelativeTime time={lastError.at} />
      <Link to={`/task/${lastError.task}`} className="min-w-0 text-bad wrap-anywhere">
        {lastError.message}
      </Link>
    </p>
  );
}
