/** What was just done and can be taken back, for a short while. */
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMessages } from '../i18n/catalogue.ts';
import { Button } from './button.tsx';
import { ErrorNote } from './page-states.tsx';
import { uiMessages } from './messages.ts';

const shownMs = 10_000;

interface UndoProps {
  readonly message: string;
  readonly undo: () => Promise<unknown>;
  /** Too late now, or taken back. */
  readonly onGone: () => void;
}

export function UndoNote({ message, undo, onGone }: UndoProps) {
  const t = useMessages(uiMessages);
  const taking = useMutation({ mutationFn: undo, onSuccess: onGone });
  const isHeld = taking.isPending || taking.isError;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onGone, shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, onGone]);
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-100 animate-[appear_180ms] items-center gap-3 rounded-lg border border-line bg-float px-4 py-2.5 shadow-float"
    >
      <span className="min-w-0 flex-1">{message}</span>
      {taking.isError ? (
        <ErrorNote error={taking.error} />
      ) : (
        <Button size="s" busy={taking.isPending} onClick={() => taking.mutate()}>
          {t.undo}
        </Button>
      )}
    </div>
  );
}
