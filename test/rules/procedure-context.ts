/**
 * A function of a procedure says in its parameter what it uses of the context, so that a reader
 * and a test need no more of it.
 */
import { isCode, listMatchingLines, type Rule } from './rule.ts';

/** The contract of a procedure, and what builds the context. */
const contextFiles = new Set(['src/api/procedures/procedure.ts', 'src/api/procedures/run-procedure.ts']);

export const procedureContext: Rule = {
  title: 'functions of procedures name what they use of the context',
  breaches: files =>
    listMatchingLines(
      files.filter(
        file => isCode(file) && file.path.startsWith('src/api/procedures/') && !contextFiles.has(file.path),
      ),
      /: Context\b(?!\[)/,
      "take Pick<Context, 'db' | …> instead of the whole context",
    ),
  counterexamples: {
    'src/api/procedures/accounts/check-group.ts': 'export async function checkGroup(context: Context) {',
  },
};
