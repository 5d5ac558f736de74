/** How long a file may be. Functions, parameters and nesting: `.oxlintrc.json`. */
import { isCode, type Rule, type SourceFile } from './rule.ts';

const usual = 300;
const longest = 500;

export const fileLengths: Rule = {
  title: `a file has ${usual} lines at most, or up to ${longest} and a reason in its header (@NOTE length: why)`,
  breaches: files =>
    files
      .filter(isCode)
      .map(file => ({ file, lines: file.text.trimEnd().split('\n').length }))
      .filter(({ file, lines }) => lines > (hasReason(file) ? longest : usual))
      .map(({ file, lines }) => `${file.path}: ${lines} lines; split it, or say why not in its header`),
  broken: {
    'src/long.ts': '/** Long. */\n'.padEnd(usual + 20, '\n').concat('end'),
    'src/late-reason.ts': `/** Long. */\nconst a = 1;\n// @NOTE length: too late.${'\n'.repeat(usual)}end`,
    'src/too-long.ts': `/** @NOTE length: data. */${'\n'.repeat(longest)}end`,
  },
};

/** In the comments before the first line of code. */
function hasReason({ text }: SourceFile): boolean {
  const header = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(text)?.[0] ?? '';
  return /@NOTE length: \w+/.test(header);
}
