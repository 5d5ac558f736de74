/** Creates a token in each of the given groups. Their keys are shown only once. */
import type { AnswerOf, InputOf } from '../../../src/api/procedures/table/contract.ts';
import { callProcedure } from '../api.ts';

export type TokenWithKey = AnswerOf<'token rotate'>;

/** Throws ApiError. */
export async function createTokens(input: InputOf<'token create'>): Promise<readonly TokenWithKey[]> {
  const created = await callProcedure('token create', input);
  return 'data' in created ? created.data : [created];
}
