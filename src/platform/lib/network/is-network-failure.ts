/** Distinguishes failures of a network from mistakes of the code. */

/** Codes of Node: the host is unknown, or the connection was not made, or it ended. */
const codes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_PREMATURE_CLOSE',
]);
/** Codes of undici, of the parser of HTTP, of TLS, and of certificates. */
const codePattern =
  /^(?:UND_ERR_|HPE_|ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY)_)/;
/**
 * The names of errors without a code: a wait that was ended or took too long, and an answer that is not HTTP.
 */
const names = new Set(['AbortError', 'TimeoutError', 'HTTPParserError']);
const maxCauses = 5;

/** Whether an error, or one of its causes, comes from the connection to another host. */
export function isNetworkFailure(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxCauses) return false;
  if (names.has(error.name)) return true;
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string' && (codes.has(code) || codePattern.test(code))) return true;
  const causes =
    error instanceof AggregateError ? [...(error.errors as unknown[]), error.cause] : [error.cause];
  return causes.some(cause => isNetworkFailure(cause, depth + 1));
}
