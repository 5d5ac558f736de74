/** Finds what `--no` removes from a reading. */
import type { LandmarkMention, Reading, SubjectMention } from '../scene/reading.ts';
import { findSubject } from '../subjects/subjects.ts';
import type { FoundWord } from './find-words.ts';

/** A word and all that it stands for. */
const groups: Readonly<Partial<Record<string, readonly string[]>>> = {
  tree: ['pine', 'palm', 'bush'],
  forest: ['tree', 'pine'],
  clouds: ['cloudy', 'overcast'],
  cloudy: ['clouds', 'overcast'],
  overcast: ['clouds', 'cloudy'],
  stars: ['star'],
  moon: ['full-moon', 'crescent-moon'],
  birds: ['bird', 'seagull', 'eagle', 'dove', 'crow'],
  bird: ['birds'],
  flowers: ['rose', 'tulip', 'sunflower', 'blossom', 'cherry-blossom'],
  house: ['hut', 'cabin', 'houses', 'house-with-garden'],
  sea: ['water'],
  water: ['sea', 'lake', 'river', 'underwater', 'waterfall', 'reflection'],
  people: [],
  rain: ['storm'],
  sailboat: ['canoe', 'ship'],
};

/** Plain words for whole groups, which no noun of the vocabulary covers. */
const groupWords: Readonly<Partial<Record<string, string>>> = {
  person: 'people',
  people: 'people',
  human: 'people',
  humans: 'people',
  man: 'people',
  crowd: 'people',
  人: 'people',
  人物: 'people',
  animal: 'animals',
  animals: 'animals',
  动物: 'animals',
  water: 'water',
  水: 'water',
  text: 'lettering',
  lettering: 'lettering',
  word: 'lettering',
  words: 'lettering',
  watermark: 'lettering',
  letters: 'lettering',
  文字: 'lettering',
  字: 'lettering',
  水印: 'lettering',
  plants: 'tree',
  plant: 'tree',
  vegetation: 'tree',
  植物: 'tree',
  building: 'house',
  buildings: 'house',
  建筑: 'house',
};

/** The names that `Reading.without` can contain. */
export function findExclusions(phrases: readonly (readonly FoundWord[])[]): string[] {
  const names = new Set<string>();
  for (const { text, meanings } of phrases.flat()) {
    const group = groupWords[text];
    if (group !== undefined) names.add(group);
    for (const meaning of meanings) {
      if (meaning.kind === 'subject') names.add(meaning.key);
      else if ('value' in meaning && typeof meaning.value === 'string' && isThing(meaning.kind))
        names.add(meaning.value);
    }
  }
  const members = [...names].flatMap(name => groups[name] ?? []);
  return [...names.union(new Set(members))];
}

/**
 * Removes only things. An excluded "sunset" or "watercolor" does not determine what replaces it.
 */
function isThing(kind: string): boolean {
  return ['landmark', 'weather', 'setting', 'color'].includes(kind);
}

export function withoutExcluded(reading: Reading, exclusions: readonly string[]): Reading {
  if (exclusions.length === 0) return reading;
  const names = new Set(exclusions);
  const keepsColor = <Mention extends { readonly color?: string }>({ color, ...rest }: Mention) =>
    (color === undefined || names.has(color) ? rest : { ...rest, color }) as Mention;
  const landmarks = reading.landmarks.filter(({ kind }) => !names.has(kind)).map(keepsColor<LandmarkMention>);
  const subjects = reading.subjects
    .filter(({ subject }) => !isExcluded(subject, names))
    .map(keepsColor<SubjectMention>);
  const left = new Set<string>([...landmarks.map(({ kind }) => kind), ...subjects.map(({ name }) => name)]);
  const { setting, alsoSettings, weather, lettering, ...rest } = reading;
  const otherSettings = alsoSettings?.filter(other => !names.has(other)) ?? [];
  return {
    ...rest,
    ...(setting === undefined || names.has(setting) ? {} : { setting }),
    ...(otherSettings.length === 0 ? {} : { alsoSettings: otherSettings }),
    ...(weather === undefined || names.has(weather) ? {} : { weather }),
    ...(lettering === undefined || names.has('lettering') ? {} : { lettering }),
    palette: reading.palette.filter(color => !names.has(color)),
    landmarks,
    subjects,
    relations: reading.relations.filter(({ from, to }) => left.has(from) && left.has(to)),
    without: exclusions,
  };
}

function isExcluded(key: string, names: ReadonlySet<string>): boolean {
  if (names.has(key)) return true;
  const group = findSubject(key)?.group;
  return (group === 'person' && names.has('people')) || (group === 'animal' && names.has('animals'));
}
