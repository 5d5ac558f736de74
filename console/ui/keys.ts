/** Keys that act anywhere on a page, and when they must not. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { openStoredValue } from '../state/stored-value.ts';
import { isHeld } from './key-presses.ts';

export { isCommit, isHeld } from './key-presses.ts';

/** Single keys can be switched off (WCAG 2.1.4). */
export const singleKeys = openStoredValue<boolean>('single keys', true);

/** Browsers click a button, and send a form, as often as a held Enter repeats. Once, for the whole page. */
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

/** A key pressed there is text, or that control's own. */
export function isTyping({ target }: Pick<KeyboardEvent, 'target'>): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.matches('input:not([type=radio], [type=checkbox]), textarea, select')
  );
}

/** `keys`: by `event.key`, in lower case; with Shift as `Shift+V`. Not while somebody types or a dialog is open. */
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
