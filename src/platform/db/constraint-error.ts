/**
 * Turns a violated unique or foreign key into an error for the client. Requests check first, so this happens
 * when two of them meet between check and write: a name is taken, or what a row refers to was deleted.
 */
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';

/** Fields of the errors of PostgreSQL (protocol, "Error and Notice Message Fields"). */
interface ViolationFields {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly table?: unknown;
  readonly detail?: unknown;
}

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';

/** Returns undefined if the exception is no violation of a unique or foreign key. */
export function constraintError(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, constraint, table, detail } = error as ViolationFields;
  const value = /\)=\((.*)\)/s.exec(String(detail ?? ''))?.[1] ?? '';
  if (code === uniqueViolation)
    return takenErrors[String(constraint)]?.(value, error) ?? conflictError(error);
  if (code !== foreignKeyViolation) return undefined;
  // The detail names the table that lacks the row or, if a row cannot be deleted, the
  // one that still refers to it.
  const namedTable = /"(\w+)"\.$/.exec(String(detail ?? ''))?.[1] ?? '';
  return (namedTable === table ? undefined : goneErrors[namedTable]?.(value, error)) ?? conflictError(error);
}

type ErrorOf = (value: string, cause: unknown) => AppError;

/**
 * The errors by unique key. For all other keys, a repeated request finds the row of the other
 * request and says what is wrong.
 */
const takenErrors: Readonly<Record<string, ErrorOf>> = {
  accounts_name: name => fieldInvalid('name', 'account_taken', { name }),
  collections_name: (value, cause) => new AppError('collection_taken', { name: lastColumn(value) }, cause),
};

/** The errors by the table that a foreign key refers to. */
export const goneErrors: Readonly<Record<string, ErrorOf>> = {
  accounts: (account, cause) => new AppError('account_unknown', { account }, cause),
  tokens: (token, cause) => new AppError('token_unknown', { token }, cause),
  users: (user, cause) => new AppError('user_unknown', { user }, cause),
  groups: group => fieldInvalid('group', 'group_unknown', { group, allowed: '-' }),
  engines: (engine, cause) => new AppError('engine_unknown', { engine, allowed: '-' }, cause),
  collections: (collection, cause) => new AppError('collection_unknown', { collection }, cause),
  tasks: (task, cause) => new AppError('task_unknown', { task }, cause),
  hooks: (hook, cause) => new AppError('hook_unknown', { hook }, cause),
  codes: (_, cause) => new AppError('code_unknown', {}, cause),
  payments: (_, cause) => conflictError(cause),
  ledger_entries: (_, cause) => conflictError(cause),
  credit_grants: (_, cause) => conflictError(cause),
  receipts: (_, cause) => conflictError(cause),
  discounts: (_, cause) => conflictError(cause),
  plans: (_, cause) => conflictError(cause),
  plan_versions: (_, cause) => conflictError(cause),
  subscriptions: (_, cause) => conflictError(cause),
};

function conflictError(cause: unknown): AppError {
  return new AppError('submit_again', {}, cause);
}

/** The last of the columns of a key, which is the name. */
function lastColumn(value: string): string {
  return value.split(', ').slice(1).join(', ') || value;
}
