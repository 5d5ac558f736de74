/** Comments are sentences that a stranger understands. */
import { isCode, type Rule, type SourceFile } from './rule.ts';

const prepositions = 'of|by|at|on|in|with|without|from|to|for';
/** The first sentence of a comment: one without a comma after its preposition has no verb, or hides it. */
const fragment = new RegExp(
  `(?:^\\s*|[\\s,;{(])/(?:/|\\*\\*?)\\s(?:Of\\b|Undefined:|(?:${prepositions})\\b[^,.]*(?:[.]|\\*/|$))`,
  'i',
);

export const commentSentences: Rule = {
  title: 'a comment is a sentence: it does not begin with a bare preposition or with "Undefined:"',
  breaches: files => files.filter(isProjectCode).flatMap(listBreaches),
  counterexamples: {
    'src/a.ts': '/** Of the size of the step. */',
    'src/b.ts': '/** Undefined: it has too few files. */',
    'src/c.ts': '  days: number; // by day',
    'src/d.ts': '/** For each model. */',
  },
};

function listBreaches({ path, text }: SourceFile): string[] {
  const lines = text.split('\n');
  const isContinued = (index: number) => /^\s*\/\//.test(lines[index - 1] ?? '');
  return lines.flatMap((line, index) =>
    fragment.test(line) && !isContinued(index)
      ? [`${path}:${index + 1}: write a sentence with a subject and a verb`]
      : [],
  );
}

/** The project's code, without its rules, which name what they forbid, and without generated types. */
function isProjectCode(file: SourceFile): boolean {
  return isCode(file) && !file.path.startsWith('test/rules/') && !file.path.endsWith('http/openapi.ts');
}
