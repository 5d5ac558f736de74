/**
 * A type is named for the object that it describes. A bare participle (`Asked`,
 * `Pressing`) does not name it.
 */
import { irregularParticiples } from './participles.ts';
import { isCode, type Rule, type SourceFile } from './rule.ts';

const declaration = /^\s*(?:export )?(?:declare )?(?:interface|type|(?:abstract )?class) ([A-Z][a-z]+)\b/;
const participle = new RegExp(
  `^(?:[a-z]+(?:[^e]ed|ing)|${irregularParticiples}|bound|hidden|left|put|read|set)$`,
  'i',
);
/** Nouns that end like participles. */
const nouns = new Set(
  'Binding Crossing Drawing Facing Finding Heading Meaning Monitoring Reading Ring Routing Setting Shed String Thing Warning'.split(
    ' ',
  ),
);

export const typeNames: Rule = {
  title: 'no type is named by a bare participle',
  breaches: files => files.filter(isCode).flatMap(listBreaches),
  counterexamples: {
    'src/a.ts': 'export interface Asked { readonly text: string }',
    'src/b.ts': "type Pressing = 'once' | 'twice';",
    'src/c.ts': 'export class Unreached extends Error {}',
    'console/d.tsx': '  interface Chosen {}',
  },
};

function listBreaches({ path, text }: SourceFile): string[] {
  return text.split('\n').flatMap((line, index) => {
    const name = declaration.exec(line)?.[1];
    return name !== undefined && participle.test(name) && !nouns.has(name)
      ? [`${path}:${index + 1}: name ${name} for the thing that it describes`]
      : [];
  });
}
