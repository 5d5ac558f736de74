/**
 * Trace contexts as W3C defines them: the values of `traceparent` and `tracestate` in requests, in rows and
 * in headers that are sent.
 */
import type { IncomingHttpHeaders } from 'node:http';

export interface TraceContext {
  /** The ids of the trace and of its current span, in version 00: 55 characters. */
  readonly traceparent: string;
  /** The state of the trace, at most 512 characters. */
  readonly tracestate?: string;
}

const parentShape = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const isZero = (id: string) => /^0+$/.test(id);

/** Returns undefined if the headers have no valid trace. Then the trace begins here. */
export function readReceivedTrace({
  traceparent,
  tracestate,
}: IncomingHttpHeaders): TraceContext | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, version, traceId = '', parentId = '', flags = '', extraFields] =
    parentShape.exec(traceparent) ?? [];
  if (version === undefined || version === 'ff' || isZero(traceId) || isZero(parentId)) return undefined;
  if (version === '00' && extraFields !== undefined) return undefined;
  const state = typeof tracestate === 'string' ? boundedState(tracestate) : '';
  return {
    traceparent: `00-${traceId}-${parentId}-0${Number.parseInt(flags, 16) & knownFlags(version)}`,
    ...(state && { tracestate: state }),
  };
}

/** A trace in a row of the database. */
export function readStoredTrace({ traceparent, tracestate }: StoredTrace): TraceContext | undefined {
  if (traceparent === undefined) return undefined;
  return { traceparent, ...(tracestate !== undefined && { tracestate }) };
}

export interface StoredTrace {
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
}

/** Sampled, and in version 00 whether the id is random. Later versions may use the other bits otherwise. */
function knownFlags(version: string): number {
  return version === '00' ? 0b11 : 0b01;
}

const memberShape =
  /^[\da-z][\da-z_\-*/]{0,255}(@[a-z][\da-z_\-*/]{0,13})?=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;
const maxMembers = 32;
const maxLength = 512;
/** Longer members are the first to be left out. */
const longMember = 128;

/** Empty if it is not valid. The specification allows to leave out members, but not to cut them. */
function boundedState(text: string): string {
  if (text.length > 64 * maxLength) return '';
  const members = text
    .split(',')
    .map(member => member.trim())
    .filter(Boolean);
  const keys = new Set(members.map(member => member.split('=', 1)[0]));
  const isValid = members.length <= maxMembers && members.every(member => memberShape.test(member));
  if (!isValid || keys.size < members.length) return '';
  const isTooLong = members.join(',').length > maxLength;
  const keptMembers = isTooLong ? members.filter(({ length }) => length <= longMember) : members;
  while (keptMembers.join(',').length > maxLength) keptMembers.pop();
  return keptMembers.join(',');
}
