/** Comments wrap where the formatter wraps code: it does not touch them itself. */
import { isCode, type Rule, type SourceFile } from './rule.ts';

/** `printWidth` in .oxfmtrc.json. */
const width = 110;
const isComment = /^\s*(?:\/\/|\/\*|\*(?: |$))|[;,{)]\s+\/\/ /;
/** Directives of tools are one line, and addresses cannot be wrapped. */
const cannotWrap = /(?:oxlint|eslint)-|@ts-|https?:\/\/\S{60}/;

export const commentWidth: Rule = {
  title: `a comment wraps at the formatter's width, ${width} characters`,
  breaches: files => files.filter(isProjectCode).flatMap(listBreaches),
  counterexamples: {
    'src/a.ts': `/** ${'word '.repeat(22)}*/`,
    'src/b.ts': `  // ${'word '.repeat(22)}`,
    'src/c.ts': `/**\n * ${'word '.repeat(22)}\n */`,
    'console/d.tsx': `const price = 1; // ${'word '.repeat(20)}`,
  },
};

function listBreaches({ path, text }: SourceFile): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      line.length > width && isComment.test(line) && !cannotWrap.test(line)
        ? [`${path}:${index + 1}: wrap the comment at ${width} characters`]
        : [],
    );
}

/** The project's code, without texts of other programs and generated types. */
function isProjectCode(file: SourceFile): boolean {
  return isCode(file) && !file.path.endsWith('http/openapi.ts');
}
