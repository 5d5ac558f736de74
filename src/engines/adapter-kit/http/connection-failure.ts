/**
 * Why no connection to an engine was made. Clients see the reason, so it names neither the host nor
 * the address; the cause does.
 */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';

/** `signal` is the signal of the request, which may have ended it. */
export function noConnection(error: unknown, signal: AbortSignal): EngineError {
  const cause = withMessage(error);
  return new EngineError('engine_unavailable', toReason(cause, signal), {
    retryable: true,
    notStarted: true,
    cause,
  });
}

/** Thrown if no connection was made within the time limit. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
  readonly code = 'ETIMEDOUT';
}

const generalFailure = reason('connect');
const timeoutReason = reason('connect_late');
const unknownHost = reason('connect_no_host');
const unreachable = reason('connect_unreachable');
const reasonsByCode: Readonly<Record<string, Reason>> = {
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ECONNREFUSED: reason('connect_refused'),
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: timeoutReason,
  ERR_SOCKET_CONNECTION_TIMEOUT: timeoutReason,
};
/** OpenSSL names the problem of a certificate in the code, and of the protocol only in the message. */
const certificateCode = /CERT|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH/;
const plainTextMessage = /wrong version number|packet length too long|http request/i;
const tlsFailure = /^EPROTO|^ERR_SSL_| TLS /;

function toReason(cause: unknown, signal: AbortSignal): Reason {
  if (signal.aborted) return isTimeout(signal.reason) ? timeoutReason : generalFailure;
  const { code = '', message = '' } = cause as { readonly code?: string; readonly message?: string };
  if (Object.hasOwn(reasonsByCode, code)) return reasonsByCode[code] ?? generalFailure;
  if (certificateCode.test(code)) return reason('connect_certificate');
  if (plainTextMessage.test(message)) return reason('connect_no_tls');
  return tlsFailure.test(`${code} ${message}`) ? reason('connect_tls') : generalFailure;
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError';
}

/** Node gives the error of several addresses no message. */
function withMessage(error: unknown): unknown {
  if (!(error instanceof AggregateError) || error.message !== '') return error;
  const { errors, code } = error as AggregateError & { readonly code?: string };
  const message = errors.map(each => (each instanceof Error ? each.message : String(each))).join('; ');
  return Object.assign(new AggregateError(errors, message), { code });
}
