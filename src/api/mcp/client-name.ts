/**
 * The name of the program that calls, which lists and bills show: what it declares about itself, and
 * otherwise the beginning of its User-Agent.
 */
import type { FastifyRequest } from 'fastify';
import { sessionClient, sessionHeader } from './client-session.ts';

const clientKey = 'io.modelcontextprotocol/clientInfo';
const longest = 64;

export function clientName({ body, headers }: Pick<FastifyRequest, 'body' | 'headers'>): string | undefined {
  const [message] = Array.isArray(body) ? (body as unknown[]) : [body];
  const params = readField(message, 'params');
  const info = readField(readField(params, '_meta'), clientKey) ?? readField(params, 'clientInfo');
  return (
    readable(readField(info, 'name')) ??
    readable(sessionClient(headers[sessionHeader])) ??
    readable(headers['user-agent']?.split(/[/ ]/)[0])
  );
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** A name in letters, digits and a few signs, so that it can stand in every list. */
function readable(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  const text = name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N} ._@/-]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .trim();
  return text === '' ? undefined : text;
}
