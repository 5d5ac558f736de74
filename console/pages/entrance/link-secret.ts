/** The secret behind the # of a link: taken out of the address as soon as it is seen, and kept while the page is open. */

const shape = /^#(ki_\w+)$/;
let secret: string | undefined;

/** Undefined: no link led here, or the page was loaded anew since. */
export function linkSecret(): string | undefined {
  const found = shape.exec(location.hash)?.[1];
  if (found === undefined) return secret;
  secret = found;
  history.replaceState(history.state, '', location.pathname + location.search);
  return secret;
}

/** Another link may be opened while the page is there. */
export function onLink(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** It was used. */
export function dropLink(): void {
  secret = undefined;
}
