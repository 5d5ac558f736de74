/** A popover beside a button: the browser's own, which closes on Escape and on a click outside. */
import { useCallback, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { classes } from './class-names.ts';

interface PopoverProps {
  /** Renders the button; receives the attributes that open the popover. */
  readonly trigger: (triggerProps: { popoverTarget: string; 'aria-expanded': boolean }) => ReactNode;
  /** The popover's accessible name. */
  readonly label: string;
  readonly align?: 'start' | 'end';
  readonly className?: string;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

const gap = 6;
const edge = 8;

export function Popover({ trigger, label, align = 'start', className, children }: PopoverProps) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => popover.current?.hidePopover(), []);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const settle = () => place(popover.current, anchor.current?.firstElementChild, align);
    settle();
    // The content may load later and change the size.
    const sizes = new ResizeObserver(settle);
    if (popover.current) sizes.observe(popover.current);
    addEventListener('resize', settle);
    addEventListener('scroll', settle, true);
    return () => {
      sizes.disconnect();
      removeEventListener('resize', settle);
      removeEventListener('scroll', settle, true);
    };
  }, [isOpen, align]);
  // oxlint-disable-next-line react/refs -- it is called when something inside is pressed.
  const content = typeof children === 'function' ? children(close) : children;
  return (
    <>
      <span ref={anchor} className="contents">
        {trigger({ popoverTarget: id, 'aria-expanded': isOpen })}
      </span>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onToggle={event => setOpen(event.newState === 'open')}
        className={classes(
          'm-0 max-h-[80dvh] max-w-[calc(100vw-16px)] min-w-48 overflow-auto rounded-lg border border-line bg-float p-2 text-text shadow-float',
          className,
        )}
      >
        {isOpen && content}
      </div>
    </>
  );
}

/** Places the popover below the anchor, or above it if there is more room, inside the window. */
function place(
  popover: HTMLElement | null,
  anchor: Element | null | undefined,
  align: 'start' | 'end',
): void {
  if (!popover || !anchor) return;
  const rect = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const isBelow = rect.bottom + gap + height <= innerHeight - edge || rect.top < innerHeight - rect.bottom;
  const left = align === 'start' ? rect.left : rect.right - width;
  popover.style.left = `${Math.max(edge, Math.min(left, innerWidth - width - edge))}px`;
  const top = isBelow ? rect.bottom + gap : rect.top - gap - height;
  popover.style.top = `${Math.max(edge, Math.min(top, innerHeight - height - edge))}px`;
}
