/** A modal dialog: the browser's own, which traps focus and closes on Escape. */
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { X } from '../../icons/icons.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { IconButton } from '../button.tsx';
import { classes } from '../class-names.ts';
import { uiMessages } from '../messages.ts';

interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** The actions at the end of the dialog. */
  readonly actions?: ReactNode;
  readonly className?: string;
  /** A click outside does not close the dialog, because it holds unsaved input. */
  readonly ignoresOutsideClicks?: boolean;
  readonly children: ReactNode;
}

/** Open while it is rendered. Focus returns to the previous element afterwards. */
export function Dialog({ title, onClose, actions, className, ignoresOutsideClicks, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const t = useMessages(uiMessages);
  useEffect(() => {
    dialog.current?.showModal();
    // Focus starts in the marked field or else in the first, not on the close button.
    const firstSelector = ['[data-focus]', 'input, textarea, select'].find(one =>
      dialog.current?.querySelector(one),
    );
    if (firstSelector) dialog.current?.querySelector<HTMLElement>(firstSelector)?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={event => !ignoresOutsideClicks && event.target === dialog.current && dialog.current.close()}
      className={classes(
        'max-h-[90dvh] w-[min(520px,calc(100vw-24px))] animate-[appear_180ms] overflow-auto rounded-xl border border-line bg-surface p-0 text-text shadow-float backdrop:bg-black/60',
        className,
      )}
    >
      <div className="p-5">
        <div className="mb-3 flex items-center justify-between gap-3">
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
