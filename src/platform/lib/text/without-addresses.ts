/**
 * Cleans messages of engines that clients see: they may contain addresses, keys and paths of the operator.
 */

const hidden = '…';

/** The length of a message that a client sees. It also limits the time that a search takes. */
const maxLength = 2000;

/** Each match is replaced as a whole. The order matters, because a URL contains a host and a path. */
const patterns: readonly RegExp[] = [
  // URLs, also those with credentials.
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+/gi,
  // IPv4, IPv6 in brackets, and named hosts with a port.
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /\[[\da-f]*:[\da-f:.]+\](?::\d+)?/gi,
  /(?<![\w.-])(?:localhost|[\w-]+(?:\.[\w-]+)+):\d{1,5}\b/gi,
  // API keys and other long tokens.
  /\b(?:bearer|basic)\s+[\w+/=.~-]{8,}/gi,
  /\b(?:sk|pk|rk|api|key|ghp|hf|r8)[-_][\w-]{6,}/gi,
  /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}/gi,
  // Absolute paths.
  /(?<![\w/.])(?:\/[\w.@+~-]+){2,}\/?/g,
  /\b[a-z]:\\[^\s"'<>]+/gi,
];

/** The text without URLs, hosts, keys and absolute paths, cut to 2,000 characters. */
export function withoutAddresses(text: string): string {
  if (text.length > maxLength) return withoutAddresses(text.slice(0, maxLength - 1)) + hidden;
  return patterns.reduce((cleanText, pattern) => cleanText.replaceAll(pattern, hidden), text);
}
