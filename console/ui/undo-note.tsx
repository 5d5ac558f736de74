/** A note about the last action, with an Undo button, for a limited time. */
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
  /** Called when the time is over, or after Undo. */
  readonly onDone: () => void;
}

export function UndoNote({ message, undo, onDone }: UndoProps) {
  const t = useMessages(uiMessages);
  const undoing = useMutation({ mutationFn: undo, onSuccess: onDone });
  const isPaused = undoing.isPending || undoing.isError;
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(onDone, shownMs);
    return () => clearTimeout(timer);
  }, [isPaused, onDone]);
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-100 animate-[appear_180ms] items-center gap-3 rounded-lg border border-line bg-float px-4 py-2.5 shadow-float"
    >
      <span className="min-w-0 flex-1">{message}</span>
      {undoing.isError ? (
        <ErrorNote error={undoing.error} />
      ) : (
        <Button size="s" busy={undoing.isPending} onClick={() => undoing.mutate()}>
          {t.undo}
        </Button>
      )}
    </div>
  );
}
