/** Joins the class names whose condition is true: `classes('card', isOpen && 'open')`. */
export function classes(...names: readonly (string | false | undefined | null)[]): string {
  return names.filter(Boolean).join(' ');
}
