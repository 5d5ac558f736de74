/** Details over the right side of a list, which stays usable; on phones a full-width sheet. */
import { useEffect, useRef, type ReactNode } from 'react';
import { X } from '../../icons/icons.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { IconButton } from '../button.tsx';
import { isTyping } from '../keys.ts';
import { uiMessages } from '../messages.ts';

interface SidePanelProps {
  readonly title: ReactNode;
  readonly label: string;
  readonly onClose: () => void;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function SidePanel({ title, label, onClose, actions, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const t = useMessages(uiMessages);
  useEffect(() => {
    const previousFocus = document.activeElement as HTMLElement | null;
    panel.current?.focus({ preventScroll: true });
    return () => previousFocus?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isTyping(event) && !document.querySelector('dialog[open]')) onClose();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={label}
      className="fixed inset-y-0 right-0 z-30 flex w-full animate-[appear_180ms] flex-col border-l border-line bg-surface shadow-float outline-none sm:w-[min(600px,60vw)]"
    >
      <header className="flex min-h-12 items-center gap-2 border-b border-line px-4">
        <div className="min-w-0 flex-1 truncate font-semibold">{title}</div>
        {actions}
        <IconButton icon={X} label={t.close} onClick={onClose} />
      </header>
      <div className="flex-1 overflow-auto p-4">{children}</div>
    </aside>
  );
}
