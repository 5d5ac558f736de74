/** American spelling in identifiers, comments and documents, as in the texts of the product. */
import { isCode, type Rule, type SourceFile } from './rule.ts';

/** Words that British spelling writes otherwise, in any part of an identifier. */
const british = new RegExp(
  '(?<word>\\w*(?:[Cc]olour(?!space)|[Bb]ehaviour|[Nn]eighbour|[Cc]entre|(?<![a-z])[Gg]rey|[Ff]avour|[Hh]onour|' +
    '(?:[Nn]ormal|[Ss]erial|[Aa]uthor|[Rr]ecogn|[Ii]nitial|[Ss]ummar)is(?:e|ing|ation)|[Aa]nalyse)\\w*)',
);
/**
 * Texts and patterns: values of other programs and prompts are not ours to spell. `colour` is the field
 * that no request has, in tests.
 */
const texts =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[(=,:] ?|^\s*)\/(?![/*])(?:\\.|[^/\\\n])+\/|\bcolour: ['\d]/gm;

export const spelling: Rule = {
  title: 'identifiers, comments and documents have American spelling',
  breaches: files => files.filter(isSpelled).flatMap(listBreaches),
  counterexamples: {
    'src/a.ts': 'export function normalisePrompt(prompt: string): string {}',
    'src/b.ts': '/** Describes the behaviour of an engine. */',
    'console/c.tsx': 'const colour = 1;',
    'test/d.ts': 'interface Place { readonly neighbour: string; }',
    'docs/e.md': 'The colour of the border.',
  },
};

function listBreaches({ path, text }: SourceFile): string[] {
  const code = text.replace(texts, match => match.replace(/[^\n]/g, ' '));
  return code.split('\n').flatMap((line, index) => {
    const word = british.exec(line)?.groups?.['word'];
    return word ? [`${path}:${index + 1}: write ${word} in American spelling`] : [];
  });
}

/** The project's code and documents, without generated types and these rules, which name what they forbid. */
function isSpelled(file: SourceFile): boolean {
  const isText = isCode(file) || file.path.endsWith('.md');
  return isText && !file.path.startsWith('test/rules/') && !file.path.endsWith('http/openapi.ts');
}
