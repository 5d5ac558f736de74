/** The one way to read the time that the linter cannot detect. The others are in `.oxlintrc.json`. */
import { isCode, listMatchingLines, type Rule } from './rule.ts';

export const clockReads: Rule = {
  title: 'the time comes from a Clock: no `new Date()` without an argument outside the clock',
  breaches: files =>
    listMatchingLines(
      files.filter(
        file =>
          isCode(file) &&
          !/^(packages\/shared\/src\/clock|src\/platform\/lib\/|test\/rules\/)/.test(file.path),
      ),
      /\bnew Date(?:\(\)|;|\))/,
      'take a Clock (packages/shared/src/clock.ts)',
    ),
  counterexamples: { 'src/core/tasks/work/worker.ts': 'const now = new Date();' },
};
