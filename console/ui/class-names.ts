/** Class names that hold: `classes('card', isOpen && 'open')`. */
export function classes(...names: readonly (string | false | undefined | null)[]): string {
  return names.filter(Boolean).join(' ');
}
