/**
 * Where an authorization code may be sent: https, a program on the user's own machine (RFC 8252
 * 7.3), or a program that registered a scheme with the system (7.1). Everything that a browser
 * would run or open itself is refused.
 */
import { reason, type Reason } from '@kinora/shared/errors/reason';

export const maxRedirectLength = 500;

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost'];
/**
 * Schemes of editors that are not reversed domain names, although RFC 8252 requires that. They contain no
 * dot, so each has to be known.
 */
const knownSchemes = [
  'cursor:',
  'vscode:',
  'vscode-insiders:',
  'vscodium:',
  'windsurf:',
  'zed:',
  'trae:',
  'kiro:',
];
const responseParameters = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];
/** A reversed domain name, such as `com.example.app:`. */
const ownScheme = /^[a-z][a-z\d-]*(\.[a-z\d-]+)+:$/;

export interface RedirectTarget {
  /**
   * `web`: a site; `loopback`: a program on the user's machine; `app`: a program
   * that opens links of its scheme.
   */
  readonly kind: 'web' | 'loopback' | 'app';
  /** The name of the target for the user: the host, or the scheme of an app. */
  readonly place: string;
}

/** Returns what a redirect URI leads to, or the reason why it is not allowed. */
export function redirectTarget(uri: string): RedirectTarget | Reason {
  if (uri.length > maxRedirectLength) return reason('too_long', limits(uri));
  const url = /^[\x21-\x7e]+$/.test(uri) ? URL.parse(uri) : null;
  if (!url || url.hash !== '' || uri.includes('#')) return reason('redirect_form');
  if (url.username !== '' || url.password !== '') return reason('link_credentials');
  // A browser reads a backslash as a slash, so the host that it opens could differ
  // from the one that others read.
  if (uri.includes('\\')) return reason('redirect_form');
  // A response has each of them once: which of two a program would read is unknown.
  if (responseParameters.some(name => url.searchParams.has(name))) return reason('redirect_form');
  if (url.protocol === 'https:') return { kind: 'web', place: url.host };
  if (url.protocol === 'http:' && isLoopback(url)) return { kind: 'loopback', place: url.host };
  if (knownSchemes.includes(url.protocol) || ownScheme.test(url.protocol))
    return { kind: 'app', place: url.protocol };
  return reason('redirect_form');
}

export function isTarget(target: RedirectTarget | Reason): target is RedirectTarget {
  return 'kind' in target;
}

/**
 * Whether a registered URI is meant: the same text, or for a program on the user's machine the same
 * with any port (RFC 8252 7.3).
 */
export function isRegistered(uri: string, registeredUris: readonly string[]): boolean {
  return registeredUris.includes(uri) || registeredUris.some(one => isSameButPort(uri, one));
}

/**
 * The redirect URI with the parameters of the response. Its own parameters stay as they are, letter by letter
 * (RFC 6749 3.1.2).
 */
export function withResponse(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(entries as [string, string][]);
  const separator = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&';
  return `${uri}${separator}${query}`;
}

function isSameButPort(uri: string, registeredUri: string): boolean {
  const [url, registeredUrl] = [URL.parse(uri), URL.parse(registeredUri)];
  if (!url || !registeredUrl || !isLoopback(url) || !isLoopback(registeredUrl)) return false;
  url.port = '';
  registeredUrl.port = '';
  return url.href === registeredUrl.href;
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && loopbackHosts.includes(hostname);
}

function limits(uri: string) {
  return {
    limit: `${maxRedirectLength} characters`,
    limitZh: `${maxRedirectLength} 个字符`,
    actual: uri.length,
  };
}
