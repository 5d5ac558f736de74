/** What a button asks before it makes anything: a mask, how far to zoom, or a changed prompt. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { newPress } from '../data/act.ts';
import { taskQuery, type Task, type TaskButton } from '../data/tasks.ts';
import { PromptDialog } from './prompt-dialog.tsx';
import { answer, turnAway, type Answer, type Asked, type Presser } from './use-press.ts';
import { ZoomDialog } from './zoom-dialog.tsx';

const MaskDialog = lazy(() => import('./mask-dialog.tsx').then(part => ({ default: part.MaskDialog })));

export interface ModalProps {
  readonly waiting: Task;
  readonly parent: Task;
  readonly button: TaskButton;
  readonly error: Error | undefined;
  readonly isBusy: boolean;
  readonly onSay: (said: Answer) => void;
  readonly onClose: () => void;
}

export function ModalDialog({ presser: { asked, ask, onAnswered } }: { readonly presser: Presser }) {
  if (!asked) return null;
  return <Open key={asked.waiting.id} asked={asked} onDone={() => ask(undefined)} onAnswered={onAnswered} />;
}

interface OpenProps {
  readonly asked: Asked;
  readonly onDone: () => void;
  readonly onAnswered: Presser['onAnswered'];
}

function Open({ asked, onDone, onAnswered }: OpenProps) {
  const client = useQueryClient();
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(newPress);
  const { data } = useQuery({ ...taskQuery(asked.waiting.parent ?? ''), enabled: !asked.parent });
  const parent = asked.parent ?? data;
  const button = asked.button ?? parent?.buttons.find(({ id }) => id === asked.waiting.asks);
  if (!parent || !button) return null;
  const onSay = async (said: Answer) => {
    setBusy(true);
    setError(undefined);
    try {
      await answer(client, asked, { said, key });
      onDone();
      onAnswered?.(asked);
    } catch (failure) {
      setError(failure as Error);
    }
    setBusy(false);
  };
  const onClose = () => {
    onDone();
    if (asked.isFresh) void turnAway(client, asked).catch(() => undefined);
  };
  const props = { waiting: asked.waiting, parent, button, error, isBusy, onSay, onClose };
  if (button.kind === 'region')
    return (
      <Suspense>
        <MaskDialog {...props} />
      </Suspense>
    );
  return button.kind === 'custom-zoom' ? <ZoomDialog {...props} /> : <PromptDialog {...props} />;
}
