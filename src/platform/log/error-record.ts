/**
 * Builds the record of an error for the log. Messages of errors can quote the data of customers: a database
 * its row, a parser its text, an engine the prompt. So the log has the kind, the codes and the place of an
 * error, and of its message only the beginning.
 */

export interface ErrorRecord {
  readonly type: string;
  readonly code?: string | number;
  readonly message?: string;
  readonly stack?: string;
  readonly cause?: ErrorRecord;
  readonly [field: string]: unknown;
}

export interface ErrorRecordOptions {
  /**
   * Whether messages are written in full, along with other fields in which databases and engines quote data.
   */
  readonly isFull: boolean;
}

/** Fields of PostgreSQL that name objects of the database. */
const nameFields = ['severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine'] as const;
/** Fields of PostgreSQL that quote rows and parameters. */
const quotingFields = ['detail', 'where', 'hint', 'internalQuery'] as const;
const maxCauses = 5;
const maxFrames = 20;

export function errorRecord(error: unknown, options: ErrorRecordOptions, depth = 0): ErrorRecord {
  if (!(error instanceof Error))
    return { type: typeof error, ...(options.isFull && { message: String(error) }) };
  const { cause } = error;
  const message = options.isFull ? error.message : unquotedMessage(error);
  const stack = stackFrames(error);
  return {
    type: error.name,
    ...pick(error, ['code', 'retryable', 'notStarted', ...nameFields]),
    ...(options.isFull && pick(error, quotingFields)),
    ...(message && { message }),
    ...('issues' in error && { issues: describeIssues(error.issues) }),
    ...(stack && { stack }),
    ...(depth < maxCauses && {
      ...(error instanceof AggregateError && {
        errors: error.errors.slice(0, maxCauses).map(each => errorRecord(each, options, maxCauses)),
      }),
      // A cause that is a text is a message of an engine.
      ...((cause instanceof Error || (options.isFull && cause !== undefined)) && {
        cause: errorRecord(cause, options, depth + 1),
      }),
    }),
  };
}

function pick(error: object, names: readonly string[]): Record<string, unknown> {
  const fields = names.map(name => [name, Reflect.get(error, name)] as const);
  return Object.fromEntries(
    fields.filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
  );
}

/** The errors whose messages consist of quoted data: rejected fields, or a text that cannot be parsed. */
const quotingTypes = new Set(['AppError', 'SyntaxError', 'ZodError', '$ZodError']);
/** SQLSTATE classes whose messages name objects of the database or the server, and no values. */
const namingStates = /^(08|42|53|55|57|58|XX)...$/;
/**
 * Quoted data follows a colon, or is in quotation marks or parentheses. An apostrophe within a word is not a
 * quotation mark.
 */
const quotation = /[:(["“”‘«「『`\n]|(?<![\p{L}])'/u;

/**
 * Returns the part of the message that cannot quote anything. An error without kind and code may quote
 * anywhere.
 */
function unquotedMessage(error: Error): string | undefined {
  const { name, message } = error;
  const code: unknown = Reflect.get(error, 'code');
  const mayQuoteAnywhere = (name === 'Error' || name === 'AggregateError') && typeof code !== 'string';
  if (mayQuoteAnywhere || quotingTypes.has(name)) return undefined;
  if ('syscall' in error || ('severity' in error && namingStates.test(String(code)))) return message;
  const end = message.search(quotation);
  return end < 0 ? message : `${message.slice(0, end).trimEnd()} …`;
}

/** Returns only the frames of a stack, because a stack begins with the message. */
function stackFrames({ stack = '', message }: Error): string {
  const start = message ? stack.indexOf(message) + message.length : 0;
  const frames = stack.slice(start).split('\n').filter(isFrame);
  return frames.slice(0, maxFrames).join('\n');
}

function isFrame(line: string): boolean {
  return /^\s+at .*(:\d+:\d+\)?|\(<anonymous>\))$/.test(line);
}

/** Returns which fields were not as expected. The text of an issue can quote them. */
function describeIssues(issues: unknown): string[] {
  if (!Array.isArray(issues)) return [];
  const issueList = issues as readonly { readonly code?: unknown; readonly path?: readonly unknown[] }[];
  return issueList
    .slice(0, maxFrames)
    .map(({ code, path = [] }) => `${path.map(fieldName).join('.')}: ${String(code)}`);
}

function fieldName(field: unknown): string {
  return /^[\w-]{1,40}$/.test(String(field)) ? String(field) : '…';
}
