/** Apart from the texts, which browsers do not load with the schemas. */
import type { ReasonCode } from './reason.ts';

/** For a check of a schema: its message is the code of a reason, because a schema has one language. */
export function reasonCode(code: ReasonCode): ReasonCode {
  return code;
}
