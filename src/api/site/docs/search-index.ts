/**
 * Finds sections of the documentation by words: BM25, with more weight for
 * titles, headings and whole phrases.
 */
import type { DocGroup } from './doc-groups.ts';
import { splitWords } from './search-words.ts';
import type { Section } from './split-sections.ts';

/** The usual constants of BM25. */
const saturation = 1.2;
const lengthShare = 0.75;

const weights = { title: 4, heading: 3, described: 6, prefix: 0.6, phrase: 1.5 } as const;
/** Most readers use the interfaces, and few change the code. */
const groupWeights: Partial<Record<DocGroup, number>> = { Use: 1.25, Develop: 0.75 };
const mostResults = 20;
const mostOfOnePage = 3;
const shortestPrefix = 3;

export interface SearchIndex {
  /** The best sections first. */
  find(query: string): Section[];
}

interface IndexedSection {
  readonly section: Section;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
  readonly heading: ReadonlySet<string>;
  readonly title: ReadonlySet<string>;
  readonly describedNames: ReadonlySet<string>;
  /** Everything in lower case, with single spaces for what separates words. */
  readonly plain: string;
}

export function openSearchIndex(sections: readonly Section[]): SearchIndex {
  const all = sections.map(toIndexedSection);
  const average = all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length);
  const wordCounts = new Map<string, number>();
  for (const word of all.flatMap(wordsIn)) wordCounts.set(word, (wordCounts.get(word) ?? 0) + 1);
  const rarity = (word: string) => Math.log(1 + all.length / (1 + (wordCounts.get(word) ?? 0)));
  const scoreOfWord = (one: IndexedSection, word: string) => {
    const count = one.counts.get(word) ?? 0;
    const norm = saturation * (1 - lengthShare + (lengthShare * one.length) / average);
    const inBody = (count * (saturation + 1)) / (count + norm);
    const inTitle = one.title.has(word) ? weights.title / one.section.heading.depth : 0;
    const inHeading = one.heading.has(word) ? weights.heading : 0;
    return (
      rarity(word) * (inBody + inTitle + inHeading + (one.describedNames.has(word) ? weights.described : 0))
    );
  };
  return {
    find(query) {
      const terms = [...new Set(splitWords(query))].map(word => findForms(word, wordCounts));
      const phrase = searchableText(query);
      const scoredSections = all.map(one => {
        const scores = terms.map(forms =>
          Math.max(...forms.map(({ word, weight }) => weight * scoreOfWord(one, word)), 0),
        );
        const matchedShare = scores.filter(score => score > 0).length / Math.max(1, terms.length);
        const sum = scores.reduce((total, score) => total + score, 0);
        const asPhrase = one.plain.includes(phrase) ? weights.phrase : 1;
        const ofGroup = groupWeights[one.section.doc.group] ?? 1;
        return { one, score: sum * matchedShare ** 2 * asPhrase * ofGroup };
      });
      const bestSections = scoredSections.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
      return limitPerPage(bestSections.map(({ one }) => one.section));
    },
  };
}

function toIndexedSection(section: Section): IndexedSection {
  const words = splitWords(section.text);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return {
    section,
    counts,
    length: words.length,
    heading: new Set(splitWords(section.heading.title)),
    title: new Set(splitWords(section.doc.title)),
    describedNames: new Set(section.describedNames.map(name => name.toLowerCase())),
    plain: searchableText(`${section.doc.title} ${section.heading.title} ${section.text}`),
  };
}

function searchableText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim();
}

function wordsIn({ counts, heading, title }: IndexedSection): string[] {
  return [...new Set([...counts.keys(), ...heading, ...title])];
}

/**
 * The word itself and, weighted less, the words that begin with it. Names such as KINORA_PORT are
 * found by their parts already.
 */
function findForms(
  word: string,
  wordCounts: ReadonlyMap<string, number>,
): { word: string; weight: number }[] {
  const exact = { word, weight: 1 };
  if (word.length < shortestPrefix) return [exact];
  const longerWords = [...wordCounts.keys()].filter(
    one => one !== word && one.startsWith(word) && (!one.includes('_') || word.includes('_')),
  );
  return [exact, ...longerWords.map(one => ({ word: one, weight: weights.prefix }))];
}

/** Limits the results from one page, so that not all come from one long page. */
function limitPerPage(sections: readonly Section[]): Section[] {
  const countByDoc = new Map<string, number>();
  return sections
    .filter(({ doc }) => {
      countByDoc.set(doc.name, (countByDoc.get(doc.name) ?? 0) + 1);
      return (countByDoc.get(doc.name) ?? 0) <= mostOfOnePage;
    })
    .slice(0, mostResults);
}
