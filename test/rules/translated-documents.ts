/** Chinese documents say what the English ones say: the same sections, code, terms and rows. */
import type { Rule } from './rule.ts';

const chinese = 'docs/zh/';

export const translatedDocuments: Rule = {
  title:
    'a Chinese document has the sections, code blocks, terms in code, table rows and links of the English one',
  breaches: files => {
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    return files
      .filter(({ path }) => path.startsWith(chinese) && path.endsWith('.md'))
      .flatMap(({ path, text }) => {
        const english = texts.get(path.replace(chinese, 'docs/'));
        if (english === undefined) return [`${path} translates no document`];
        return differences(english, text).map(difference => `${path}: ${difference}`);
      });
  },
  counterexamples: { 'docs/zh/nothing.md': '# 无' },
};

/** What the translation lacks or has besides, a line for each section that differs. */
export function differences(english: string, translation: string): string[] {
  const [left, right] = [splitSections(english), splitSections(translation)];
  if (left.length !== right.length)
    return [
      `${right.length} sections, but ${left.length} in English: ${left.map(({ title }) => title).join(', ')}`,
    ];
  return left.flatMap((section, index) => compare(section, right[index] as Section));
}

interface Section {
  readonly title: string;
  readonly facts: Readonly<Record<string, readonly string[]>>;
}

function compare(english: Section, translation: Section): string[] {
  return Object.entries(english.facts).flatMap(([kind, expected]) => {
    const actual = translation.facts[kind] ?? [];
    const missing = removeFromList(expected, actual);
    const extra = removeFromList(actual, expected);
    if (missing.length + extra.length === 0) return [];
    return [`"${english.title}", ${kind}: missing [${missing.join(' ')}], only here [${extra.join(' ')}]`];
  });
}

function removeFromList(list: readonly string[], exclusions: readonly string[]): string[] {
  const left = [...exclusions];
  return list.filter(one => {
    const index = left.indexOf(one);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** Stands for a code block. */
const place = '<code block>';

function splitSections(text: string): Section[] {
  const blocks = [...text.matchAll(/^```[^\n]*\n.*?^```/gms)].map(([block]) => block);
  const markedText = text.replaceAll(/^```[^\n]*\n.*?^```/gms, place);
  let used = 0;
  return markedText.split(/^(?=#+ )/m).map(part => {
    const [, level = '', title = ''] = /^(#+) (.+)/.exec(part) ?? [];
    const code = part
      .split(place)
      .slice(1)
      .map(() => withoutComments(blocks[used++] ?? ''));
    const rows = part.match(/^\|/gm)?.length ?? 0;
    return {
      title: title || 'the beginning',
      facts: {
        'level and rows': [level, `${rows} rows`],
        code,
        terms: part.match(/`[^`\n]+`/g) ?? [],
        links: listLinks(part),
      },
    };
  });
}

/** Comments are translated. */
function withoutComments(code: string): string {
  return code.replaceAll(/(?:^|\s+)(?:#|\/\/)\s.*$/gm, '');
}

/**
 * The files that are linked, by name: headings have other anchors. Labels that are the
 * name of a file are no terms.
 */
function listLinks(part: string): string[] {
  return [...part.matchAll(/\]\(([^)\s#]*)/g)]
    .map(([, target = '']) => target.replace(/^(?:\.\.\/)+/, ''))
    .filter(Boolean);
}
