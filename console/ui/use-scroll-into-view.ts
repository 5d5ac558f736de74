/**
 * Scrolls a message that has appeared into view: a form is sent with a button that may be far from
 * the field that was rejected.
 */
import { useEffect, useRef, type RefObject } from 'react';

/** The margin around what was moved into view: the header of the page covers its edge. Each part needs it. */
export const scrollMargin = 'scroll-my-16';

/**
 * Marks the part of a form or a dialog that is shown when `hasAppeared` becomes true.
 * Nothing moves while the user types.
 */
export function useScrollIntoView<Part extends HTMLElement>(hasAppeared: boolean): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  useEffect(() => {
    const isRequested = ref.current?.closest('form, dialog') !== null;
    if (hasAppeared && isRequested && !isTyping()) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [hasAppeared]);
  return ref;
}

/**
 * Like `useScrollIntoView` for the part of a field, which gets the focus. Of several errors of a
 * form, the first one is shown.
 */
export function useErrorFocus<Part extends HTMLElement>(error: string | undefined): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  useEffect(() => {
    if (!error || !ref.current || isTyping() || !isFirst(ref.current)) return;
    ref.current.scrollIntoView({ block: 'nearest' });
    ref.current.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus({ preventScroll: true });
  }, [error]);
  return ref;
}

function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, select') ?? false;
}

function isFirst(part: HTMLElement): boolean {
  const firstError = part.closest('form, dialog, main')?.querySelector('[data-field-error]') ?? null;
  return firstError !== null && part.contains(firstError);
}
