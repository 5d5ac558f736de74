/**
 * Reads the camera movement in a prompt, in its many phrasings. A frying pan, static electricity and birds
 * that circle a tower are not camera movements but contents of the picture.
 */
import type { CameraMove } from '../scene/reading.ts';

export interface CameraWords {
  readonly move?: CameraMove;
  /** The prompt without these words. */
  readonly rest: string;
  /** The camera words as they are written in the prompt. */
  readonly words: readonly string[];
}

/** The maximum number of camera phrases, because each costs a pass over the rest of the prompt. */
const mostPhrases = 8;

export function readCamera(prompt: string, left = mostPhrases): CameraWords {
  if (left === 0) return { rest: prompt, words: [] };
  const text = prompt.replace(spaceOrbit, ' in outer space, ');
  const [first] = [stillCamera(text), findCameraMove(text)]
    .filter(match => match !== undefined)
    .sort((one, other) => one.from - other.from);
  if (!first) return { rest: text, words: [] };
  const before = text.slice(0, first.from);
  const words = text.slice(first.from, first.until);
  const height = /\b(drone|aerial)\b/i.test(words) ? ' aerial view ,' : '';
  const laterCamera = readCamera(text.slice(first.until).replace(nounAhead, ' '), left - 1);
  return {
    move: first.move,
    rest: `${before} ,${height} ${laterCamera.rest}`,
    words: [words.trim(), ...laterCamera.words],
  };
}

interface FoundWords {
  readonly move: CameraMove;
  readonly from: number;
  readonly until: number;
}

const gap = String.raw`[\s-]+`;
const quality =
  'slow|slowly|gentle|gently|gradual|gradually|smooth|smoothly|steady|steadily|quick|quickly|fast|rapidly|swiftly|subtle|subtly|slightly|cinematic';
const manner = `(?:${quality}|very|softly|dramatic|dramatically|continuous|continuously|long|wide|full|dreamy|lazy|lazily|majestic|majestically|aerial|drone)`;
const manners = `(?:${manner},?${gap}(?:and${gap})?)*`;
const clauseStart = String.raw`(?<=^\s*|[.,;:!?…|()\n]\s*|\b(?:then|and|while|with|as|but|first|finally)\s+)(?:(?:a|an|the|one|single)\s+)?`;
const cameraSubject = String.raw`\b(?:the\s+)?(?:camera|drone|lens|viewpoint|point of view|we)\s+(?:(?:is|are|starts?|begins?|to|does|makes?|performs?|then|in|with|a|an|the)\s+)*`;
const ways =
  'left(?:wards?)?|right(?:wards?)?|up(?:wards?)?|down(?:wards?)?|inwards?|into|in|outwards?|out|back(?:wards?)?|away|forwards?|closer|ahead|onwards?|towards?|nearer|through|along|over|across|past|around|round';
const aim = `(?:(?:${gap}${manner})*${gap}(?:to(?:wards?)?${gap})?(?:the${gap})?(?<way>${ways})\\b)?(?:${gap}${manner})*`;
const shot = `(?:${gap}(?:camera|shot|move|movement|motion|view)\\b)*`;
/**
 * A camera word is followed by its target or by nothing. "A pan of soup" and "a dolly with blue
 * eyes" are things.
 */
const afterNoun = String.raw`(?=\s*(?:$|[.,;:!?…|()\n]|(?:over|across|along|around|through|past|from|to|towards?|onto|up|down|above|between|among|into|within|and|then|while|as|shot)\b(?!\s+(?:an?|the)\s+(?:fire|campfire|stove|flames?|hob)\b)))`;
const afterZoom = String.raw`(?=\s*(?:$|[.,;:!?…|()\n]|(?:a|an|the|on|onto|of|from|to|at|over|by|and|then|while|as|with|until|our|his|her|their|its)\b))`;
const nounAhead =
  /^\s*(?:over|across|along|around|round|through|past|from|to|towards?|onto|into|of|on|at|by|above|between|among|within|inside|it|them)\b/i;

/** Words that name a camera movement only without a noun before them, with what must follow them. */
const patterns: readonly RegExp[] = [
  `(?:${clauseStart}|${cameraSubject})${manners}(?<verb>pan|tilt|dolly)(?:ning|ing)?\\b${aim}${shot}${afterNoun}`,
  `\\b${manners}(?:${quality})${gap}(?:camera${gap})?(?<verb>pan|tilt|dolly|orbit|zoom)\\b${aim}${shot}`,
  `\\b(?<verb>pan|tilt|dolly)(?:s|ning|ing)?${gap}(?:shot|zoom)\\b`,
  `\\bcamera${gap}(?<verb>pan|tilt|dolly|orbit|zoom)\\b${aim}${shot}`,
  `${cameraSubject}${manners}(?<verb>pan|tilt|doll(?=ies)|dolly)(?:s|ning|ing|ies)?\\b${aim}`,
  `\\b(?<verb>panning)\\b(?!${gap}(?:for|gold)\\b)${aim}${shot}`,
  `${clauseStart}${manners}(?<verb>tilting|dollying)\\b${aim}${shot}`,
  `(?:${clauseStart}|${cameraSubject})${manners}(?<verb>orbit)(?:s|ing)?\\b${aim}${shot}`,
  `${clauseStart}${manners}(?<verb>circl|rotat|revolv|arc|spin|turn)(?:e|es|ing|ning|s)?(?:${gap}${manner})*${gap}(?<way>around|round)\\b${shot}`,
  `${clauseStart}${manners}(?<verb>circling)(?=${gap}(?:a|an|the)\\b)`,
  `${cameraSubject}${manners}(?<verb>circl|rotat|revolv|arc|spin)(?:e|es|ing|ning|s)?\\b${aim}`,
  `(?:${clauseStart}|${cameraSubject}|\\b(?=zoom\\w*${gap}(?:${manner}${gap})*(?:in|out)\\b))${manners}(?<verb>zoom)(?:s|ing)?\\b(?!${gap}(?:lens|call|meeting))${aim}${shot}${afterZoom}`,
  `${cameraSubject}${manners}(?<verb>push|pull|mov|glid|fl|travel|approach|retreat|slid|truck|track|drift|advanc|go|ris|descend)(?:e|es|ing|s|y|ies|ying|ling|led)?\\b${aim}`,
  `${clauseStart}${manners}(?<verb>push|pull|fl|truck)(?:es|ing|s|y)?(?=${gap}(?:${manner}${gap})*(?:in|out|back|over|through|along|left|right)\\b)${aim}${shot}`,
  `${clauseStart}${manners}(?<verb>track|truck)(?:s|ing)?(?=${gap}(?:${manner}${gap})*(?:in|out|back|left|right)\\b)${aim}${shot}`,
].map(source => new RegExp(source, 'i'));

function findCameraMove(prompt: string): FoundWords | undefined {
  const matches = patterns.flatMap((pattern): FoundWords[] => {
    const match = pattern.exec(prompt);
    const move = match?.groups && readMove(match.groups);
    return match && move ? [{ move, from: match.index, until: match.index + match[0].length }] : [];
  });
  return matches.sort((one, other) => one.from - other.from || other.until - one.until)[0];
}

/** The move of a camera word without details. Undefined if it names no move. */
function readMove({
  verb = '',
  way = '',
}: Readonly<Record<string, string | undefined>>): CameraMove | undefined {
  const toward = readDirection(way.toLowerCase());
  const sideways = toward === 'left' ? 'pan-left' : toward === 'right' ? 'pan-right' : undefined;
  const upright = toward === 'up' ? 'tilt-up' : toward === 'down' ? 'tilt-down' : undefined;
  const isBack = toward === 'back';
  switch (verb.toLowerCase().slice(0, 3)) {
    case 'pan':
      return sideways ?? upright ?? 'pan-right';
    case 'til':
      return upright ?? 'tilt-up';
    case 'zoo':
      return isBack ? 'zoom-out' : 'zoom-in';
    case 'dol':
    case 'tra':
      return sideways ?? (isBack ? 'dolly-out' : 'dolly-in');
    case 'orb':
    case 'cir':
    case 'rot':
    case 'rev':
    case 'arc':
    case 'spi':
    case 'tur':
      return 'orbit';
    case 'pul':
    case 'ret':
      return 'dolly-out';
    case 'ris':
      return 'tilt-up';
    case 'des':
      return 'tilt-down';
    case 'app':
    case 'adv':
      return 'dolly-in';
    default:
      return sideways ?? upright ?? pathThrough(toward);
  }
}

function readDirection(way: string): 'left' | 'right' | 'up' | 'down' | 'back' | 'around' | 'on' | undefined {
  if (way === '') return undefined;
  for (const side of ['left', 'right', 'up', 'down'] as const) if (way.startsWith(side)) return side;
  if (/^(out|back|away)/.test(way)) return 'back';
  return /^(a?round)$/.test(way) ? 'around' : 'on';
}

function pathThrough(toward: ReturnType<typeof readDirection>): CameraMove | undefined {
  if (toward === undefined) return undefined;
  return toward === 'back' ? 'dolly-out' : toward === 'around' ? 'orbit' : 'dolly-in';
}

const stillWords = '(?:static|still|fixed|stationary|motionless|unmoving|steady|locked(?:[ -](?:off|down))?)';
const frameWord = '(?:camera|shot|frame|framing|view|viewpoint|angle|tripod|perspective|lens|composition)';
const stillPatterns: readonly RegExp[] = [
  `\\b(?:camera|shot|frame|view|lens)\\s+(?:(?:is|stays|remains|holds|held|kept|keeps|perfectly|completely|absolutely|totally)\\s+)*${stillWords}\\b`,
  `\\b(?:static|stationary|fixed|motionless|unmoving|still|locked(?:[ -](?:off|down))?)\\s+(?:(?:wide|medium|close|up|long|low|high|eye|level|angle|drone|aerial|tripod)[\\s-]+)*${frameWord}\\b`,
  `${clauseStart}(?:(?:perfectly|completely|absolutely|totally)\\s+)?static(?=\\s*(?:$|[.,;:!?…|()\\n]|(?:wide|medium|close|long)\\b))`,
  String.raw`\b(?:on|from)\s+(?:a\s+|the\s+)?tripod\b`,
  String.raw`\b(?:no|without(?:\s+any)?|zero)\s+camera\s+(?:motion|moves?|movements?)\b`,
  String.raw`\bcamera\s+(?:does\s+not|doesn['’]t|does\s*n[o']t|never)\s+moves?\b`,
].map(source => new RegExp(source, 'i'));

function stillCamera(prompt: string): FoundWords | undefined {
  const matches = stillPatterns.flatMap((pattern): FoundWords[] => {
    const match = pattern.exec(prompt);
    return match ? [{ move: 'static', from: match.index, until: match.index + match[0].length }] : [];
  });
  return matches.sort((one, other) => one.from - other.from)[0];
}

/** Things that orbit a planet are in space. */
const worlds =
  '(?:earth|planets?|moons?|mars|venus|jupiter|saturn|mercury|neptune|uranus|pluto|sun|stars?|black hole|globe|asteroids?|gas giant)';
const spaceOrbit = new RegExp(
  String.raw`\b(?:in|into|from)(?: (?:a|an|the|low|high|earth|lunar|stable))* orbit\b(?: (?:of|around|above|over)\b)?|\borbit(?:s|ing|ed)?(?: (?:around|of|about|above|over))?(?= (?:(?:a|an|the|its|our|another|distant|alien|blue|red|ringed|giant) )*${worlds}\b)|(?<=\bsatellites?) orbit(?:s|ing)?\b`,
  'gi',
);
