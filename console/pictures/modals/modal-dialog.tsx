/** The dialog of a modal: a mask, a zoom factor, or a changed prompt. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { newIdempotencyKey } from '../../data/actions/submit-task.ts';
import { taskQuery } from '../../data/tasks/tasks.ts';
import { PromptDialog } from './prompt-dialog.tsx';
import { answer, turnAway, type Answer, type ModalRequest, type Presser } from '../actions/use-press.ts';
import { ZoomDialog } from './zoom-dialog.tsx';

const MaskDialog = lazy(() => import('./mask-dialog.tsx').then(part => ({ default: part.MaskDialog })));

export function ModalDialog({ presser: { payer, asked, ask, onAnswered } }: { readonly presser: Presser }) {
  if (!asked) return null;
  const token = payer.token ?? asked.waiting.token;
  const onDone = () => ask(undefined);
  return <OpenModal key={asked.waiting.id} {...{ asked, token, onDone, onAnswered }} />;
}

interface OpenModalProps {
  readonly asked: ModalRequest;
  readonly token: { readonly id: string };
  readonly onDone: () => void;
  readonly onAnswered: Presser['onAnswered'];
}

function OpenModal({ asked, token, onDone, onAnswered }: OpenModalProps) {
  const client = useQueryClient();
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(newIdempotencyKey);
  const { data } = useQuery({ ...taskQuery(asked.waiting.parent ?? ''), enabled: !asked.parent });
  const parent = asked.parent ?? data;
  const button = asked.button ?? parent?.buttons.find(({ id }) => id === asked.waiting.asks);
  if (!parent || !button) return null;
  const onAnswer = async (given: Answer) => {
    setBusy(true);
    setError(undefined);
    try {
      await answer(client, asked, { token, given, key, onAccepted: () => onAnswered?.(asked) });
      onDone();
    } catch (failure) {
      setError(failure as Error);
    }
    setBusy(false);
  };
  const onClose = () => {
    onDone();
    if (asked.isFresh) void turnAway(client, asked).catch(() => undefined);
  };
  const props = { waiting: asked.waiting, parent, button, error, isBusy, onAnswer, onClose };
  if (button.kind === 'region')
    return (
      <Suspense>
        <MaskDialog {...props} />
      </Suspense>
    );
  return button.kind === 'custom-zoom' ? <ZoomDialog {...props} /> : <PromptDialog {...props} />;
}
