/** Fields that each log line of a piece of work has, however deep in it the line is written. */
import { AsyncLocalStorage } from 'node:async_hooks';

export type LogFields = Readonly<Record<string, string>>;

const fieldStorage = new AsyncLocalStorage<LogFields>();

export function withLogFields<Result>(fields: LogFields, work: () => Result): Result {
  return fieldStorage.run({ ...fieldStorage.getStore(), ...fields }, work);
}

export function logFields(): LogFields {
  return fieldStorage.getStore() ?? {};
}
