/**
 * A variable is named for what it holds. A bare participle (`found`, `given`, `kept`) says what happened to
 * it, and a reader has to look up what it is.
 */
import { readLocals } from './declared-names.ts';
import { irregularParticiples } from './participles.ts';
import { isCode, type Rule, type SourceFile } from './rule.ts';

/**
 * Words that say enough: nouns, states as the names of booleans, and the usual words for the
 * result of a transformation.
 */
const understood = (
  'bed done embed feed need red seed speed ' +
  'aborted attached cancelled checked closed connected detached disabled disposed embedded enabled failed finished ' +
  'locked nested paused published required reserved revoked sealed selected shared signed stopped unlocked ' +
  'unread unsigned ' +
  'cached cloned compiled compressed created decoded decompressed decrypted deduplicated deleted elapsed encoded ' +
  'encrypted escaped estimated expected filtered formatted generated hashed inserted joined loaded mapped merged ' +
  'minified normalized parsed proposed quoted received rendered resolved reversed rounded serialized sorted stored ' +
  'trimmed unescaped unquoted updated used'
).split(' ');
const participles = `(?!(?:${understood.join('|')})\\b)(?:${irregularParticiples}|[a-z]{2,}ed)`;
const isParticiple = new RegExp(`^${participles}$`);
/** Only files with such a word in a place where a variable could be are parsed. */
const couldBeVariable = new RegExp(
  `(?:(?:const|let|[([{,:]|\\.\\.\\.)\\s*|^\\s+)${participles}\\b\\s*(?:[,:=)\\]}?]|of\\b)`,
  'm',
);

export const localNames: Rule = {
  title: 'no variable or parameter is named by a bare participle',
  breaches: files => files.filter(isCode).filter(couldDeclare).flatMap(listBreaches),
  counterexamples: {
    'src/a.ts': 'const found = accounts.find(account => account.id === id);',
    'src/b.ts': 'export function open(wanted: number): void {}',
    'src/c.ts': 'const { size: asked } = request;',
    'src/d.ts': 'for (const [kept] of pairs) use(kept);',
    'console/e.tsx': 'export const Line = ({ id: shown }: Props) => <p>{shown}</p>;',
  },
};

function couldDeclare({ text }: SourceFile): boolean {
  return couldBeVariable.test(text);
}

function listBreaches(file: SourceFile): string[] {
  return readLocals(file)
    .filter(({ name }) => isParticiple.test(name))
    .map(({ name, line }) => `${file.path}:${line}: name ${name} for what it holds`);
}
