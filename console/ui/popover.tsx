/** Something that opens over the page beside a button: the browser's own popover, which Escape and a click elsewhere close. */
import { useCallback, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { classes } from './class-names.ts';

interface PopoverProps {
  /** The button; it is given what it needs to open the popover. */
  readonly trigger: (opens: { popoverTarget: string; 'aria-expanded': boolean }) => ReactNode;
  /** Of the popover, for screen readers. */
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
    // What it shows may arrive later, and be larger.
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

/** Below the anchor, or above it where there is more room; never outside of the window. */
function place(
  popover: HTMLElement | null,
  anchor: Element | null | undefined,
  align: 'start' | 'end',
): void {
  if (!popover || !anchor) return;
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const isBelow = at.bottom + gap + height <= innerHeight - edge || at.top < innerHeight - at.bottom;
  const left = align === 'start' ? at.left : at.right - width;
  popover.style.left = `${Math.max(edge, Math.min(left, innerWidth - width - edge))}px`;
  const top = isBelow ? at.bottom + gap : at.top - gap - height;
  popover.style.top = `${Math.max(edge, Math.min(top, innerHeight - height - edge))}px`;
}
