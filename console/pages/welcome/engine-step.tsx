/** The step about the engines, with a test of each. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, Search, Zap } from '../../icons/icons.ts';
import { callProcedure } from '../../data/api.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { classes } from '../../ui/class-names.ts';
import { ErrorNote } from '../../ui/page-states.tsx';
import { formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Engine } from './progress.ts';
import { welcomeMessages } from './messages.ts';

export function EngineStep({ engines }: { readonly engines: readonly Engine[] }) {
  const t = useMessages(welcomeMessages);
  return (
    <div className="grid gap-4">
      <p className="max-w-140 text-muted">{t.engineDescription}</p>
      <ul className="grid gap-2">
        {engines.map(engine => (
          <EngineLine key={engine.name} engine={engine} />
        ))}
      </ul>
      <p className="max-w-140 text-sm text-muted">{t.findDescription}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link to="/engines" search={{ find: 'true' }} className={buttonClasses()}>
          <Search size={16} aria-hidden />
          {t.findEngines}
        </Link>
        <Link to="/engines" className="text-sm text-accent">
          {t.toEngines}
        </Link>
      </div>
    </div>
  );
}

function EngineLine({ engine: { name, state, why, models } }: { readonly engine: Engine }) {
  const t = useMessages(welcomeMessages);
  const states = useMessages(uiMessages).engineState;
  const trial = useMutation({ mutationFn: () => callProcedure('engine test', { engine: name }) });
  return (
    <li className="rounded-md border border-line bg-bg p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="font-medium">{name}</span>
        <Mark isGood={state === 'healthy'}>{states[state]}</Mark>
        <span className="text-sm text-muted">{t.modelCount(models.length)}</span>
        <Button size="s" icon={Zap} className="ml-auto" busy={trial.isPending} onClick={() => trial.mutate()}>
          {trial.isPending ? t.testing : t.test}
        </Button>
      </div>
      {why && <p className="mt-2 text-sm text-muted">{why}</p>}
      <div role="status" className="text-sm">
        {trial.data && (
          <p className="mt-2 flex flex-wrap gap-x-2">
            <Mark isGood={trial.data.ok}>{trial.data.message}</Mark>
            {trial.data.took_ms !== null && (
              <span className="tabular text-muted">{formatSeconds(trial.data.took_ms / 1000)}</span>
            )}
          </p>
        )}
      </div>
      <ErrorNote error={trial.error} className="mt-2" />
    </li>
  );
}

function Mark({ isGood, children }: { readonly isGood: boolean; readonly children: string }) {
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <span className={classes('inline-flex items-center gap-1.5 text-sm', isGood ? 'text-ok' : 'text-bad')}>
      <Icon size={14} aria-hidden />
      {children}
    </span>
  );
}
