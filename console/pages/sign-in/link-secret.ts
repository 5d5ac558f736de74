/**
 * The secret in a link's fragment. It is removed from the URL immediately and kept in
 * memory while the page is open.
 */

const shape = /^#(ki_\w+)$/;
let secret: string | undefined;

/** Returns undefined if the page was not opened by a link, or it was reloaded. */
export function linkSecret(): string | undefined {
  const newSecret = shape.exec(location.hash)?.[1];
  if (newSecret === undefined) return secret;
  secret = newSecret;
  history.replaceState(history.state, '', location.pathname + location.search);
  return secret;
}

/** Another link may be opened in the same page. */
export function subscribeToLinks(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** Forgets the secret after use. */
export function dropLink(): void {
  secret = undefined;
}
