/** Asks for confirmation before the user leaves a page with a secret that has not been copied. */
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import { uiMessages } from '../messages.ts';

interface ConfirmLeaveProps {
  readonly isCopied: boolean;
  /** Set if an action of the page itself navigates away. */
  readonly isLeaving: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  /** Copies the secret. */
  readonly copy?: () => Promise<void>;
}

export function ConfirmLeave({ isCopied, isLeaving, onStay, onLeave, copy }: ConfirmLeaveProps) {
  const t = useMessages(uiMessages);
  // The page's own leave action may navigate as well.
  const isLeft = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: () => !isCopied && !isLeft.current,
    enableBeforeUnload: () => !isCopied && !isLeft.current,
    disabled: isCopied,
    withResolver: true,
  });
  const isBlocked = blocker.status === 'blocked';
  if (!isBlocked && !isLeaving) return null;
  const stay = () => {
    isLeft.current = false;
    blocker.reset?.();
    onStay();
  };
  const leave = () => {
    isLeft.current = true;
    if (isBlocked) blocker.proceed();
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
