/**
 * The program reached a state that its own code rules out: a row that was just inserted is
 * not there, a value has no case. Only a change of the code can help, so it is
 * logged, and answered as `internal`.
 */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}
