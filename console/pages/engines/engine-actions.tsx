/** Tests, probes, edits, drains, resumes and removes an engine. */
import { CirclePause, CirclePlay, FlaskConical, PlugZap, Settings2, Trash } from '../../icons/icons.ts';
import type { AnswerOf } from '../../../src/api/procedures/table/contract.ts';
import { useState } from 'react';
import { useProcedure } from '../../data/use-procedure.ts';
import type { Engine } from '../../data/operators/operator-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { ReasonField } from '../../ui/fields/reason-field.tsx';
import { formatCount, formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { configureMessages } from './configure-messages.ts';
import { engineMessages } from './messages.ts';
import { RemoveEngine } from './remove-engine.tsx';

type TestAnswer = AnswerOf<'engine test'>;

interface EngineProps {
  readonly engine: Engine;
}

interface EngineActionsProps extends EngineProps {
  readonly onProbe: () => void;
  readonly onEdit: () => void;
  readonly onRemoved: () => void;
}

export function EngineActions(props: EngineActionsProps) {
  const { engine, onProbe, onEdit, onRemoved } = props;
  const t = useMessages(engineMessages);
  const does = useMessages(configureMessages);
  const [asking, setAsking] = useState<'drain' | 'resume' | 'remove'>();
  const test = useProcedure('engine test', ['engines']);
  // An engine that was removed is listed while it has tasks.
  const isConfigured = engine.kind !== null;
  const isDrained = engine.state === 'drained';
  return (
    <div className="flex flex-col gap-2 sm:items-end">
      <div className="flex flex-wrap gap-2 sm:justify-end">
        {isConfigured && (
          <Button icon={PlugZap} onClick={onProbe}>
            {does.probe}
          </Button>
        )}
        <Button
          icon={FlaskConical}
          busy={test.isPending}
          onClick={() => test.mutate({ engine: engine.name })}
        >
          {t.test}
        </Button>
        {isDrained ? (
          <Button kind="primary" icon={CirclePlay} onClick={() => setAsking('resume')}>
            {t.resume}
          </Button>
        ) : (
          <Button icon={CirclePause} onClick={() => setAsking('drain')}>
            {t.drain}
          </Button>
        )}
        {isConfigured && (
          <Button icon={Settings2} onClick={onEdit}>
            {engine.source === 'file' ? does.viewSettings : does.edit}
          </Button>
        )}
        {engine.source === 'operator' && (
          <Button kind="danger" icon={Trash} onClick={() => setAsking('remove')}>
            {does.remove}
          </Button>
        )}
      </div>
      <div role="status" className="max-w-100 text-sm sm:text-right">
        {test.isPending && <span className="text-muted">{t.testing}</span>}
        {test.data && <TestResult answer={test.data} />}
      </div>
      <ErrorNote error={test.error} />
      {asking === 'drain' && <ConfirmDrain engine={engine} onClose={() => setAsking(undefined)} />}
      {asking === 'remove' && (
        <RemoveEngine
          engine={engine.name}
          isDrained={isDrained}
          onRemoved={onRemoved}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'resume' && <ConfirmResume engine={engine} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

function TestResult({ answer }: { readonly answer: TestAnswer }) {
  const t = useMessages(engineMessages);
  const { ok, model, took_ms: took, message, size, cost, picture } = answer;
  const summary = [model, size?.replace('x', '×')].filter(Boolean).join(' · ');
  return (
    <div className="flex flex-wrap items-start gap-3 sm:justify-end">
      <p className="min-w-0 flex-1 basis-40">
        <span className={ok ? 'text-ok' : 'text-bad'}>
          {ok ? t.worked(formatSeconds(took === null ? null : took / 1000)) : t.failedTest}
        </span>{' '}
        <span className="text-muted wrap-anywhere">{message}</span>
        {summary !== '' && <span className="tabular block text-muted wrap-anywhere">{summary}</span>}
        {cost !== null && (
          <span className="block text-muted">
            {t.testCost} <Money amount={cost} />
          </span>
        )}
      </p>
      {picture !== null && (
        <img src={picture} alt={t.testPicture} className="size-24 rounded-md bg-raised object-contain" />
      )}
    </div>
  );
}

interface ConfirmProps extends EngineProps {
  readonly onClose: () => void;
}

function ConfirmDrain({ engine: { name, busy, queued: queuedCount }, onClose }: ConfirmProps) {
  const t = useMessages(engineMessages);
  const [reason, setReason] = useState('');
  const drain = useProcedure('engine drain', ['engine', 'engines', 'overview']);
  return (
    <ConfirmDialog
      title={t.confirmDrain(name)}
      confirm={t.drain}
      run={() => drain.mutateAsync({ engine: name, ...(reason.trim() && { reason: reason.trim() }) })}
      onClose={onClose}
    >
      <ul className="mb-4 list-disc pl-5">
        <li>{busy > 0 ? t.drainRunning(formatCount(busy)) : t.drainRunningNone}</li>
        <li>{queuedCount > 0 ? t.drainQueued(formatCount(queuedCount)) : t.drainQueuedNone}</li>
      </ul>
      <ReasonField hint={t.reasonHint} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

function ConfirmResume({ engine: { name, queued: queuedCount }, onClose }: ConfirmProps) {
  const t = useMessages(engineMessages);
  const resume = useProcedure('engine resume', ['engine', 'engines', 'overview']);
  return (
    <ConfirmDialog
      title={t.confirmResume(name)}
      confirm={t.resume}
      isDanger={false}
      run={() => resume.mutateAsync({ engine: name })}
      onClose={onClose}
    >
      {t.resumeDescription(formatCount(queuedCount))}
    </ConfirmDialog>
  );
}
