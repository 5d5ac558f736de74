/** Keyboard shortcuts of the page, and when they are disabled. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { openStoredValue } from '../state/stored-value.ts';
import { isHeld } from './key-presses.ts';

export { isCommit } from './key-presses.ts';

/** Whether single-key shortcuts are on; users can turn them off (WCAG 2.1.4). */
export const singleKeys = openStoredValue<boolean>('single keys', true);

/**
 * Browsers click a button, and submit a form, for each repeat of a held Enter. This
 * prevents it for the whole page.
 */
export function ignoreHeldPresses(): void {
  const isText = (target: EventTarget | null) =>
    target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea'));
  addEventListener(
    'keydown',
    (event: KeyboardEvent) => {
      if (event.repeat && event.key === 'Enter' && !isText(event.target)) event.preventDefault();
    },
    { capture: true },
  );
}

/** Keys pressed in these elements are text or belong to the control. */
export function isTyping({ target }: Pick<KeyboardEvent, 'target'>): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.matches('input:not([type=radio], [type=checkbox]), textarea, select')
  );
}

/**
 * `keys` by `event.key`, in lower case; with Shift as `Shift+V`. Disabled while the
 * user types or a dialog is open.
 */
export function useKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>, isOn = true): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (isHeld(event)) return;
      const isSingle = event.key.length === 1;
      if (isSingle && !singleKeys.get()) return;
      const name = isSingle ? event.key.toLowerCase() : event.key;
      const act =
        latest.current[event.shiftKey && isSingle ? `Shift+${name.toUpperCase()}` : name] ??
        latest.current[event.key];
      if (!act) return;
      act(event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOn]);
}
