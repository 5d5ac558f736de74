/** Reads the prompt of a job, or its weighted parts, which are read one by one and merged. */
import type { Reading } from '../scene/reading.ts';
import { readPrompt } from './read-prompt.ts';
import type { Job } from '../job/job.ts';

export function readJob({ prompt, exclude, parts }: Pick<Job, 'prompt' | 'exclude' | 'parts'>): Reading {
  const reading = parts && parts.length > 0 ? readParts(parts, exclude) : readPrompt(prompt, exclude);
  const carrier = reading.lettering === undefined ? undefined : letteringOn(prompt);
  return reading.lettering === undefined ? reading : addLettering(reading, carrier);
}

/** Adds the lettering. The shop that is painted for the letters replaces the one that the prompt names. */
function addLettering(reading: Reading, letteringOn: Reading['letteringOn']): Reading {
  const subjects = reading.subjects.filter(({ subject }) => subject !== 'convenience-store');
  return { ...reading, subjects, ...(letteringOn !== undefined && { letteringOn }) };
}

/**
 * The heaviest part takes precedence. Lighter parts have smaller and fewer things. Negative parts exclude.
 */
function readParts(parts: NonNullable<Job['parts']>, exclude: readonly string[]): Reading {
  const unwantedTexts = parts.filter(({ weight }) => weight < 0).map(({ text }) => text);
  const wantedParts = parts
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  const mean = wantedParts.reduce((sum, { weight }) => sum + weight, 0) / Math.max(1, wantedParts.length);
  const readings = wantedParts.map(({ text, weight }) =>
    weighReading(readPrompt(text, [...exclude, ...unwantedTexts]), weight / mean),
  );
  return readings.reduce(joinReadings, { palette: [], landmarks: [], subjects: [], relations: [] });
}

function weighReading(reading: Reading, weight: number): Reading {
  const size = Math.min(2.2, Math.max(0.35, weight ** 0.75));
  const scaleCount = (count: number) => (count > 1 ? Math.max(1, Math.round(count * weight)) : count);
  const scaleMention = <Mention extends { readonly size: number; readonly count: number }>(
    mention: Mention,
  ) => ({
    ...mention,
    size: mention.size * size,
    count: scaleCount(mention.count),
  });
  return {
    ...reading,
    landmarks: reading.landmarks.map(scaleMention),
    subjects: reading.subjects.map(scaleMention),
  };
}

/** The first reading takes precedence; the second adds to it. */
function joinReadings(first: Reading, second: Reading): Reading {
  const { setting, alsoSettings: _, ...rest } = second;
  const also = [
    ...(first.alsoSettings ?? []),
    ...(first.setting !== undefined && setting !== undefined && setting !== first.setting ? [setting] : []),
    ...(second.alsoSettings ?? []),
  ];
  const merged = {
    ...rest,
    ...(setting !== undefined && { setting }),
    ...first,
    palette: [...first.palette, ...second.palette],
    landmarks: [...first.landmarks, ...second.landmarks],
    subjects: [...first.subjects, ...second.subjects],
    relations: [...first.relations, ...second.relations],
    without: [...new Set([...(first.without ?? []), ...(second.without ?? [])])],
  };
  return also.length > 0 ? { ...merged, alsoSettings: also } : merged;
}

const carriers: readonly (readonly [NonNullable<Reading['letteringOn']>, RegExp])[] = [
  ['neon', /\bneon\b|霓虹/i],
  ['banner', /\b(banners?|ribbons?|flags?)\b|横幅|旗/i],
  ['book', /\b(book|magazine|album)\b|封面|杂志|书/i],
  [
    'shop',
    /\b(shop|store|storefront|caf[eé]|bakery|restaurant|bookshop|bookstore|pub|tavern|barber)\b|店|馆|餐厅|酒吧/i,
  ],
  ['sign', /\b(signs?|signboards?|signposts?|billboards?|placards?)\b|牌|标志/i],
];

/** The word names what lettering can be on. */
export function carriesLettering(word: string): boolean {
  return carriers.some(([, pattern]) => pattern.test(word));
}

function letteringOn(prompt: string): Reading['letteringOn'] {
  const words = prompt.replace(/"[^"]*"|“[^”]*”|「[^」]*」/g, ' ');
  return carriers.find(([, pattern]) => pattern.test(words))?.[0];
}
