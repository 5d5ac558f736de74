/** What a key's press means, from the press alone. */

type Press = Pick<KeyboardEvent, 'key' | 'repeat' | 'isComposing' | 'keyCode'>;

/** Enter, pressed once and meant: not the one that ends an input method's word (in Safari that has `keyCode` 229 only). */
export function isCommit(event: Press | { readonly nativeEvent: Press }): boolean {
  const { key, repeat, isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return key === 'Enter' && !repeat && !isComposing && keyCode !== 229;
}

/** A key that is held down leads on, but it does not press again and again what may cost something. */
const movingKeys = /^(Arrow|Page|Home$|End$|Tab$|[jk]$)/i;

export function isHeld({ key, repeat }: Pick<KeyboardEvent, 'key' | 'repeat'>): boolean {
  return repeat && !movingKeys.test(key);
}
