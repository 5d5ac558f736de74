/** Marks in comments, and exceptions to the linter. */
import { linesThat, type Rule, type SourceFile } from './rule.ts';

export const marks: Rule = {
  title: 'comments have two marks only: @NOTE and @TODO',
  breaches: files =>
    linesThat(
      files.filter(isWritten),
      /@?\b(FIXME|XXX|HACK|BUG|WIP)\b|(?<!@)\b(TODO|NOTE)\b/,
      'use @NOTE, @TODO or no mark',
    ),
  broken: {
    'src/a.ts': '// TODO: later',
    'src/b.ts': '/** @FIXME wrong */',
    'migrations/0001-a.sql': '-- XXX',
  },
};

export const exceptions: Rule = {
  title: 'an exception to the linter or the type checker names its rule and its reason',
  breaches: files =>
    linesThat(
      files.filter(isWritten),
      /(?:oxlint|eslint)-disable(?!(?:-next-line|-line)? [\w/-]+ -- \w)|@ts-(?:ignore|nocheck)|@ts-expect-error(?! \w)|biome-ignore(?! \w+: \w)/,
      'write `oxlint-disable-next-line <rule> -- <reason>`',
    ),
  broken: {
    'src/a.ts': '// oxlint-disable-next-line max-params',
    'src/b.ts': '// eslint-disable',
    'src/c.ts': '// @ts-ignore',
    'src/d.ts': '// @ts-expect-error',
  },
};

/** Code in any language, except the rules, which name what they forbid. */
function isWritten({ path }: SourceFile): boolean {
  return /\.(ts|tsx|js|sql|css|html)$/.test(path) && !path.startsWith('test/rules/');
}
