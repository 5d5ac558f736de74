/** Tests, drains and resumes an engine. */
import type { AnswerOf } from '../../../src/procedures/contract.ts';
import { CirclePause, CirclePlay, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useProcedure } from '../../data/use-procedure.ts';
import type { Engine } from '../../data/operators/operator-queries.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { ReasonField } from '../../ui/fields/reason-field.tsx';
import { formatCount, formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { engineMessages } from './messages.ts';

type TestAnswer = AnswerOf<'engine test'>;

interface EngineProps {
  readonly engine: Engine;
}

export function EngineActions({ engine }: EngineProps) {
  const t = useMessages(engineMessages);
  const [asking, setAsking] = useState<'drain' | 'resume'>();
  const test = useProcedure('engine test', ['engines']);
  const isDrained = engine.state === 'drained';
  return (
    <div className="flex flex-col items-end gap-2">
      <div className="flex flex-wrap gap-2">
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
      </div>
      <div role="status" className="max-w-100 text-right text-sm">
        {test.isPending && <span className="text-muted">{t.testing}</span>}
        {test.data && <TestResult answer={test.data} />}
      </div>
      <ErrorNote error={test.error} />
      {asking === 'drain' && <ConfirmDrain engine={engine} onClose={() => setAsking(undefined)} />}
      {asking === 'resume' && <ConfirmResume engine={engine} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

function TestResult({ answer: { ok, took_ms: took, message } }: { readonly answer: TestAnswer }) {
  const t = useMessages(engineMessages);
  return (
    <>
      <span className={ok ? 'text-ok' : 'text-bad'}>
        {ok ? t.worked(formatSeconds(took === null ? null : took / 1000)) : t.failedTest}
      </span>{' '}
      <span className="text-muted wrap-anywhere">{message}</span>
    </>
  );
}

interface ConfirmProps extends EngineProps {
  readonly onClose: () => void;
}

function ConfirmDrain({ engine: { name, busy, queued }, onClose }: ConfirmProps) {
  const t = useMessages(engineMessages);
  const [reason, setReason] = useState('');
  const drain = useProcedure('engine drain', ['engines', 'overview']);
  return (
    <ConfirmDialog
      title={t.confirmDrain(name)}
      confirm={t.drain}
      run={() => drain.mutateAsync({ engine: name, ...(reason.trim() && { reason: reason.trim() }) })}
      onClose={onClose}
    >
      <ul className="mb-4 list-disc pl-5">
        <li>{busy > 0 ? t.drainRunning(formatCount(busy)) : t.drainRunningNone}</li>
        <li>{queued > 0 ? t.drainQueued(formatCount(queued)) : t.drainQueuedNone}</li>
      </ul>
      <ReasonField hint={t.reasonHint} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

function ConfirmResume({ engine: { name, queued }, onClose }: ConfirmProps) {
  const t = useMessages(engineMessages);
  const resume = useProcedure('engine resume', ['engines', 'overview']);
  return (
    <ConfirmDialog
      title={t.confirmResume(name)}
      confirm={t.resume}
      isDanger={false}
      run={() => resume.mutateAsync({ engine: name })}
      onClose={onClose}
    >
      {t.resumeDescription(formatCount(queued))}
    </ConfirmDialog>
  );
}
