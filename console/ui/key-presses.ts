/** Interprets a keyboard event, without the state of the page. */

type Press = Pick<KeyboardEvent, 'key' | 'repeat' | 'isComposing' | 'keyCode'>;

/**
 * Whether this is a deliberate press of Enter: not a repeat, and not the one that ends an input method's
 * composition (Safari reports that only as `keyCode` 229).
 */
export function isCommit(event: Press | { readonly nativeEvent: Press }): boolean {
  const { key, repeat, isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return key === 'Enter' && !repeat && !isComposing && keyCode !== 229;
}

/** Repeats of a held key may navigate, but must not trigger actions that may cost something. */
const movingKeys = /^(Arrow|Page|Home$|End$|Tab$|[jk]$)/i;

export function isHeld({ key, repeat }: Pick<KeyboardEvent, 'key' | 'repeat'>): boolean {
  return repeat && !movingKeys.test(key);
}
