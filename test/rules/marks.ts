/** Marks in comments, and exceptions to the linter. */
import { listMatchingLines, type Rule, type SourceFile } from './rule.ts';

export const marks: Rule = {
  title: 'comments have two marks only: @NOTE and @TODO',
  breaches: files =>
    listMatchingLines(
      files.filter(isWritten),
      /@?\b(FIXME|XXX|HACK|BUG|WIP)\b|(?<!@)\b(TODO|NOTE)\b/,
      'use @NOTE, @TODO or no mark',
    ),
  counterexamples: {
    'src/a.ts': '// TODO: later',
    'src/b.ts': '/** @FIXME wrong */',
    'migrations/0001-a.sql': '-- XXX',
  },
};

export const exceptions: Rule = {
  title: 'an exception to the linter, the type checker or the formatter names its reason',
  breaches: files => [
    ...listMatchingLines(
      files.filter(isWritten),
      /(?:oxlint|eslint)-disable(?!(?:-next-line|-line)? [\w/-]+ -- \w)|@ts-(?:ignore|nocheck)|@ts-expect-error(?! \w)/,
      'write `oxlint-disable-next-line <rule> -- <reason>`',
    ),
    // The formatter heeds the mark only if nothing else is in its line.
    ...files
      .filter(file => isWritten(file) && /(?<!\/\/ \S.*\n\s*\/\/ )(?:oxfmt|prettier)-ignore/.test(file.text))
      .map(({ path }) => `${path}: write the reason for \`// oxfmt-ignore\` into the line above it`),
  ],
  counterexamples: {
    'src/a.ts': '// oxlint-disable-next-line max-params',
    'src/b.ts': '// eslint-disable',
    'src/c.ts': '// @ts-ignore',
    'src/d.ts': '// @ts-expect-error',
    'src/e.ts': 'const a = 1;\n// oxfmt-ignore',
  },
};

/** Code in any language, except the rules, which name what they forbid. */
function isWritten({ path }: SourceFile): boolean {
  return /\.(ts|tsx|js|sql|css|html)$/.test(path) && !path.startsWith('test/rules/');
}
