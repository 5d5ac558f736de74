/** Shows the first error of a form to a reader who sent it with a button that is far below or above. */
import { useEffect, useRef, type RefObject } from 'react';

/** The part that `ref` marks is moved into view when it gets an error, and its field gets the focus. Nothing moves while somebody types. */
export function useShownError<Part extends HTMLElement>(error: string | undefined): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  useEffect(() => {
    if (error && ref.current && !isTyping() && isFirst(ref.current)) show(ref.current);
  }, [error]);
  return ref;
}

function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, select') ?? false;
}

function isFirst(part: HTMLElement): boolean {
  const alert = part.closest('form, dialog, main')?.querySelector('[data-field-error]');
  return alert !== null && part.contains(alert ?? null);
}

function show(part: HTMLElement): void {
  const { top, bottom } = part.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) part.scrollIntoView({ block: 'center' });
  part.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus({ preventScroll: true });
}
