/** Keeps somebody on a page whose secret was not copied: leaving it, by whatever way, is asked about first. */
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import { uiMessages } from '../messages.ts';

interface ConfirmLeaveProps {
  readonly isCopied: boolean;
  /** Something of the page itself leads away. */
  readonly isLeaving: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  /** Takes what is to be kept along. */
  readonly copy?: () => Promise<void>;
}

export function ConfirmLeave({ isCopied, isLeaving, onStay, onLeave, copy }: ConfirmLeaveProps) {
  const t = useMessages(uiMessages);
  // What the page does on leaving may itself lead to another address.
  const isLeft = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: () => !isCopied && !isLeft.current,
    enableBeforeUnload: () => !isCopied && !isLeft.current,
    disabled: isCopied,
    withResolver: true,
  });
  const isAsked = blocker.status === 'blocked';
  if (!isAsked && !isLeaving) return null;
  const stay = () => {
    isLeft.current = false;
    blocker.reset?.();
    onStay();
  };
  const leave = () => {
    isLeft.current = true;
    if (isAsked) blocker.proceed();
    else onLeave();
  };
  return (
    <Dialog
      title={t.notCopied}
      onClose={stay}
      actions={
        <>
          <Button kind="danger" onClick={leave}>
            {t.leaveAnyway}
          </Button>
          <Button kind={copy ? 'plain' : 'primary'} onClick={stay}>
            {t.stay}
          </Button>
          {copy && (
            <Button kind="primary" onClick={() => void copy().then(leave)}>
              {t.copyAndLeave}
            </Button>
          )}
        </>
      }
    >
      <p>{t.notCopiedDescription}</p>
    </Dialog>
  );
}
