/** What the URL of an engine must be, for the server that stores it and for the form in which it is typed. */

export type EngineUrlFault = 'url_form' | 'url_credentials' | 'url_query';

/** Returns undefined if it can be used. */
export function engineUrlFault(text: string): EngineUrlFault | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'url_form';
  if (url.username || url.password) return 'url_credentials';
  return url.search || url.hash ? 'url_query' : undefined;
}
