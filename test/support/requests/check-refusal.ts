/**
 * Checks the response to an invalid request: below 500, in the format of its interface, with a readable
 * sentence and nothing internal.
 */
import assert from 'node:assert/strict';
import type { BadRequest } from './bad-request.ts';
import type { RawAnswer } from './send-request.ts';

/** Echoed input is truncated, so that a megabyte sent is not a megabyte returned. */
const longestSentence = 4000;

/** Stack traces, SQL, messages of the database, paths of this machine, and JavaScript values. */
const leaks = [
  /\bat (async )?[\w.<>]+ \(|\bat file:|node:internal|node_modules|\.[cm]?[jt]s:\d+/,
  /\b(select|insert into|update|delete from)\b.*\b(from|values|set|where)\b/i,
  /\brelation "|\bviolates\b|syntax error at|invalid input syntax|\bpg_|PostgreSQL|\bE[A-Z]{4,}\b: /,
  /Cannot read propert|is not a function|is not iterable|\[object |\bundefined\b/,
];

export function checkRefusal(
  request: BadRequest,
  { status, headers, text }: RawAnswer,
  secret: string,
): void {
  const summary = `${status} ${text.slice(0, 600)}`;
  assert.ok(status < 500, `a server error: ${summary}`);
  if (request.expect === 'answered' && status < 400) return;
  assert.match(
    headers['content-type'] ?? '',
    request.method === 'HEAD' ? /./ : /^application\/json/,
    summary,
  );
  if (request.method === 'HEAD') return assert.ok(status >= 400, summary);
  const sentence = isUnread(headers)
    ? sentenceOfVideo(text, summary)
    : request.interfaceName === 'image'
      ? sentenceOfImage(request, { status, text, summary })
      : sentenceOfVideo(text, summary);
  assert.ok(sentence.trim() !== '', `no message: ${summary}`);
  assert.ok(sentence.length <= longestSentence, `a message of ${sentence.length} characters`);
  assert.ok(!sentence.includes(secret), `a path of this machine: ${summary}`);
  for (const leak of leaks) assert.doesNotMatch(sentence, leak);
  if (request.interfaceName !== 'image') assert.ok(status >= 400, `accepted: ${summary}`);
}

/** Rejected by the HTTP parser before routing: such responses have one format and no Date header. */
function isUnread(headers: RawAnswer['headers']): boolean {
  return headers.date === undefined && headers.connection === 'close';
}

function sentenceOfVideo(text: string, summary: string): string {
  const { error } = JSON.parse(text) as { error?: Record<string, unknown> };
  assert.ok(error, `not in the error format: ${summary}`);
  const { message, type, param, code } = error;
  assert.deepEqual([typeof message, typeof type, typeof code], ['string', 'string', 'string'], summary);
  assert.ok(param === null || typeof param === 'string', summary);
  return message as string;
}

/** Codes of rejections: not found, invalid, banned. 9 is a server error, and 1, 21 and 22 accept. */
const refusing = [3, 4, 24];

function sentenceOfImage(
  request: BadRequest,
  { status, text, summary }: { status: number; text: string; summary: string },
): string {
  const { code, description, result, properties } = JSON.parse(text) as Record<string, unknown>;
  assert.ok(refusing.includes(code as number), `accepted, or a server error: ${summary}`);
  assert.deepEqual([typeof description, result, typeof properties], ['string', null, 'object'], summary);
  const path = request.path.split('?')[0] ?? '';
  const isSubmit = request.method === 'POST' ? /\/submit\//.test(path) : path.endsWith('/image-seed');
  // Clients read the code of a submit or of a seed only if the status is 200.
  if (isSubmit) assert.ok([200, 401, 403, 404, 405].includes(status), summary);
  else assert.ok(status >= 400, `accepted: ${summary}`);
  return description as string;
}
