/** One engine: how it stands and why, what it does, how the last day went, and what can be done to it. */
import { Link } from '@tanstack/react-router';
import { CircleCheck, CirclePause, CircleX, PlugZap, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Engine, EngineHealth } from '../../data/operate.ts';
import { classes } from '../../ui/class-names.ts';
import { Ago } from '../../ui/show.tsx';
import { uiWords } from '../../ui/words.ts';
import { formatCount, formatSeconds } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { DayChart } from './day-chart.tsx';
import { EngineActions } from './engine-actions.tsx';
import { engineWords } from './words.ts';

const looks: Readonly<Record<EngineHealth, readonly [LucideIcon, string]>> = {
  healthy: [CircleCheck, 'text-ok'],
  degraded: [TriangleAlert, 'text-warn'],
  failing: [CircleX, 'text-bad'],
  drained: [CirclePause, 'text-info'],
  down: [PlugZap, 'text-bad'],
};

export function EngineCard({ engine }: { readonly engine: Engine }) {
  return (
    <article className="card p-4" aria-label={engine.name}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <Standing engine={engine} />
        <EngineActions engine={engine} />
      </div>
      <div className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-[auto_auto_auto_minmax(16rem,1fr)]">
        <Slots engine={engine} />
        <Queue engine={engine} />
        <Fact name={<Word of="median" />}>{formatSeconds(engine.median_seconds)}</Fact>
        <DayChart engine={engine} />
      </div>
      <Served engine={engine} />
      <LastError engine={engine} />
    </article>
  );
}

type CardProps = Parameters<typeof EngineCard>[0];

function Word({ of }: { readonly of: 'median' | 'slots' | 'queue' }) {
  return useWords(engineWords)[of];
}

function Standing({ engine: { name, state, why, since } }: CardProps) {
  const t = useWords(engineWords);
  const [Icon, color] = looks[state];
  return (
    <div className="min-w-0">
      <h2 className="flex flex-wrap items-center gap-x-3 text-lg font-semibold">
        {name}
        <span className={classes('inline-flex items-center gap-1.5 text-base font-medium', color)}>
          <Icon size={16} aria-hidden />
          {t.states[state]}
        </span>
        {since && (
          <span className="text-sm font-normal text-muted">
            {t.since} <Ago time={since} />
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

const mostDots = 24;

function Slots({ engine: { slots, busy } }: CardProps) {
  const t = useWords(engineWords);
  return (
    <div className="min-w-28">
      <h3 className="text-sm text-muted">{t.slots}</h3>
      {slots === null ? (
        <p className="mt-1 text-bad">{t.noSlots}</p>
      ) : (
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <span className="tabular text-lg font-semibold">
            {t.slotsOf(formatCount(busy), formatCount(slots))}
          </span>
          {slots <= mostDots && (
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

function Queue({ engine: { queued, models } }: CardProps) {
  const t = useWords(engineWords);
  return (
    <div className="min-w-28">
      <h3 className="text-sm text-muted">{t.queue}</h3>
      <p className="tabular mt-1 text-lg font-semibold">
        <Link
          to="/tasks"
          search={{ scope: 'all', state: 'queued', model: models.join(',') } as never}
          aria-label={`${t.waiting}: ${formatCount(queued)}`}
          className="rounded-sm text-text underline decoration-line-strong underline-offset-4 hover:decoration-text"
        >
          {formatCount(queued)}
        </Link>
      </p>
    </div>
  );
}

function Served({ engine: { models, tiers } }: CardProps) {
  const t = useWords(engineWords);
  const ui = useWords(uiWords);
  return (
    <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2 border-t border-line pt-3 text-sm">
      <div className="flex min-w-0 flex-wrap items-center gap-1.5">
        <dt className="mr-1 text-muted">{t.models}</dt>
        {models.map(model => (
          <dd key={model}>
            <Link
              to={`/models/${model}`}
              className="inline-block rounded-full border border-line px-2.5 py-0.5 text-text no-underline hover:border-line-strong"
            >
              {model}
            </Link>
          </dd>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <dt className="text-muted">{t.tiers}</dt>
        <dd>{tiers.map(tier => ui.tier[tier]).join(' · ')}</dd>
      </div>
    </dl>
  );
}

function LastError({ engine: { last_error: last } }: CardProps) {
  const t = useWords(engineWords);
  if (!last) return null;
  return (
    <p className="mt-3 flex flex-wrap gap-x-2 text-sm">
      <span className="text-muted">{t.lastError}</span>
      <Ago time={last.at} />
      <Link to={`/task/${last.task}`} className="min-w-0 text-bad wrap-anywhere">
        {last.message}
      </Link>
    </p>
  );
}
