/**
 * A question to a language model, and the reading of its answer. Models also send wrong answers, so
 * every answer is checked here.
 */
import type { Json } from '../../contract/json.ts';

/** The `prompt` and the `schema` of an `ask` step. */
export interface Question {
  readonly prompt: string;
  readonly schema: Json;
}

/** What an answer was read as, or why it cannot be used, as a sentence for the model. */
export type AnswerReading<Value> = { readonly value: Value } | { readonly problem: string };

const shownAnswerLength = 2000;

/** Asks the question again, with the answer that could not be used and the reason. */
export function askAgain({ prompt, schema }: Question, answer: string, problem: string): Question {
  const answerStart = answer.slice(0, shownAnswerLength);
  return {
    prompt: `${prompt}\n\nYour previous answer was:\n${answerStart}\n\nIt cannot be used. ${problem} Answer again, with the JSON object only.`,
    schema,
  };
}

/** The fields of the JSON object in an answer. */
export function readFields(answer: string): AnswerReading<Readonly<Record<string, unknown>>> {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    return { problem: 'It is not valid JSON.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'It is not a JSON object.' };
  return { value: value as Record<string, unknown> };
}
