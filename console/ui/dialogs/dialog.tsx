/** A dialog that must be answered or left: the browser's own, with focus kept inside and Escape to leave. */
import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useMessages } from '../../i18n/catalogue.ts';
import { IconButton } from '../button.tsx';
import { classes } from '../class-names.ts';
import { uiMessages } from '../messages.ts';

interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** Below the content, at its end: what one can decide. */
  readonly actions?: ReactNode;
  readonly className?: string;
  /** A click beside it does not close it: there is work in it. */
  readonly isKept?: boolean;
  readonly children: ReactNode;
}

/** Open while it is rendered. Focus goes back to where it was. */
export function Dialog({ title, onClose, actions, className, isKept, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const t = useMessages(uiMessages);
  useEffect(() => {
    dialog.current?.showModal();
    // Where there is something to fill in, one begins there, and not at the button that closes.
    dialog.current?.querySelector<HTMLElement>('[data-focus], input, textarea, select')?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={event => !isKept && event.target === dialog.current && dialog.current.close()}
      className={classes(
        'max-h-[90dvh] w-[min(520px,calc(100vw-24px))] animate-[appear_180ms] overflow-auto rounded-xl border border-line bg-surface p-0 text-text shadow-float backdrop:bg-black/60',
        className,
      )}
    >
      <div className="p-5">
        <div className="mb-3 flex items-start justify-between gap-3">
          <h2 id={titleId} className="text-lg font-semibold">
            {title}
          </h2>
          <IconButton size="s" icon={X} label={t.close} onClick={() => dialog.current?.close()} />
        </div>
        {children}
        {actions && <div className="mt-5 flex flex-wrap justify-end gap-2">{actions}</div>}
      </div>
    </dialog>
  );
}
