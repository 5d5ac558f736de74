/** The dialog of a modal: a mask, a zoom factor, or a changed prompt. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { newIdempotencyKey } from '../../data/actions/submit-task.ts';
import { taskQuery } from '../../data/tasks/tasks.ts';
import { PromptDialog } from './prompt-dialog.tsx';
import {
  submitModalAnswer,
  discardModal,
  type Answer,
  type ModalRequest,
  type Presser,
} from '../actions/use-press.ts';
import { ZoomDialog } from './zoom-dialog.tsx';

const MaskDialog = lazy(() => import('./mask-dialog.tsx').then(module => ({ default: module.MaskDialog })));

export function ModalDialog({
  presser: { payer, modal, setModal, onAnswered },
}: {
  readonly presser: Presser;
}) {
  if (!modal) return null;
  const token = payer.token ?? modal.waiting.token;
  const onDone = () => setModal(undefined);
  return <OpenModal key={modal.waiting.id} {...{ modal, token, onDone, onAnswered }} />;
}

interface OpenModalProps {
  readonly modal: ModalRequest;
  readonly token: { readonly id: string };
  readonly onDone: () => void;
  readonly onAnswered: Presser['onAnswered'];
}

function OpenModal({ modal, token, onDone, onAnswered }: OpenModalProps) {
  const client = useQueryClient();
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(newIdempotencyKey);
  const { data } = useQuery({ ...taskQuery(modal.waiting.parent ?? ''), enabled: !modal.parent });
  const parent = modal.parent ?? data;
  const button = modal.button ?? parent?.buttons.find(({ id }) => id === modal.waiting.asks);
  if (!parent || !button) return null;
  const onAnswer = async (answer: Answer) => {
    setBusy(true);
    setError(undefined);
    try {
      await submitModalAnswer(client, modal, { token, answer, key, onAccepted: () => onAnswered?.(modal) });
      onDone();
    } catch (failure) {
      setError(failure as Error);
    }
    setBusy(false);
  };
  const onClose = () => {
    onDone();
    if (modal.isFresh) void discardModal(client, modal).catch(() => undefined);
  };
  const props = { waiting: modal.waiting, parent, button, error, isBusy, onAnswer, onClose };
  if (button.kind === 'region')
    return (
      <Suspense>
        <MaskDialog {...props} />
      </Suspense>
    );
  return button.kind === 'custom-zoom' ? <ZoomDialog {...props} /> : <PromptDialog {...props} />;
}
