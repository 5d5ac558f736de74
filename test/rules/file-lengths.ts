/** The length of a file. Functions, parameters and nesting are checked by `.oxlintrc.json`. */
import { isCode, type Rule, type SourceFile } from './rule.ts';

const usual = 300;
const longest = 500;

export const fileLengths: Rule = {
  title: `a file has at most ${usual} lines, or up to ${longest} with a reason in its header (@NOTE length: why)`,
  breaches: files =>
    files
      .filter(file => isCode(file) && !isGenerated(file))
      .map(file => ({ file, lines: file.text.trimEnd().split('\n').length }))
      .filter(({ file, lines }) => lines > (hasReason(file) ? longest : usual))
      .map(({ file, lines }) => `${file.path}: ${lines} lines; split it, or give the reason in its header`),
  counterexamples: {
    'src/long.ts': '/** Long. */\n'.padEnd(usual + 20, '\n').concat('end'),
    'src/late-reason.ts': `/** Long. */\nconst a = 1;\n// @NOTE length: too late.${'\n'.repeat(usual)}end`,
    'src/too-long.ts': `/** @NOTE length: data. */${'\n'.repeat(longest)}end`,
  },
};

/** The types of kinora-client, which test/rules/reference-tables.ts compares with the code. */
function isGenerated({ path }: SourceFile): boolean {
  return path === 'packages/client/src/http/openapi.ts';
}

/** In the comments before the first line of code. */
function hasReason({ text }: SourceFile): boolean {
  const header = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(text)?.[0] ?? '';
  return /@NOTE length: \w+/.test(header);
}
