/** Reads the motion in a prompt: of the camera, the weather and the hour. English and Chinese. */
import type { TimeOfDay } from '../../scene/reading.ts';
import { readPrompt } from '../../words/read-prompt.ts';
import type { ClipChange, ClipMove } from '../../scene/clip-plan.ts';

export interface MotionWords {
  readonly move?: ClipMove;
  /** The conditions at the end of the clip. */
  readonly becomes?: ClipChange;
  /** The initial state, if the prompt names it: "day to night". */
  readonly begins?: ClipChange;
  readonly lapse: boolean;
  /** Birds fly through the picture. */
  readonly flock?: true;
}

const flying =
  /\b(?:birds|gulls|seagulls|geese|swallows|cranes|crows)\b[^.,;]*\b(?:fly|flies|flying|soar|soaring|pass|passing|cross|crossing|migrat\w*|circl\w*)\b|\bflock of\b[^.,;]*\b(?:fly|flies|flying|passes|crosses|crossing|passing)\b|[鸟雁鸥]群?(?:飞|掠)/i;

const moves: readonly (readonly [RegExp, ClipMove])[] = [
  [/\bhand-?held\b|shaky cam|手持/i, 'handheld'],
  [
    /\bcran(e|es|ing) (shot |move )?down|camera (slowly |gently )?(lowers|descends|sinks)|升降镜头下|镜头下降/i,
    'crane-down',
  ],
  [
    /\bcran(e|es|ing) (shot|up|move|over)\b|^crane\b(?=\s*(,|$))|,\s*crane\s*(,|$)|\bjib (shot|up)\b|camera (slowly |gently )?(rises|lifts|ascends|cranes)|升降镜头|镜头上升/i,
    'crane-up',
  ],
  [/\btracking shot\b|camera (follows|tracks)|\bfollow(ing)? shot\b|跟拍|跟随镜头/i, 'track'],
];

const hours: readonly (readonly [string, TimeOfDay])[] = [
  ['dawn|daybreak|sunrise|first light|清晨|黎明|日出|拂晓', 'dawn'],
  ['morning|早晨|早上', 'morning'],
  ['midday|noon|中午|正午', 'noon'],
  ['afternoon|daytime|daylight|day|下午|白天|白昼', 'afternoon'],
  ['sunset|golden hour|日落|夕阳', 'sunset'],
  ['dusk|twilight|evening|黄昏|傍晚', 'dusk'],
  ['midnight|night|夜晚|晚上|黑夜|深夜|夜', 'night'],
];
const hour = `(${hours.map(([words]) => words).join('|')})`;
const turns = String.raw`(?:\s*(?:slowly |gradually )?(?:into|to|till|until|becomes?|becoming|turns? (?:in)?to|turning (?:in)?to|fades? (?:in)?to|gives way to|through to|变成|变为|转为|到|至)\s*(?:the )?)`;
const fromHourToHour = new RegExp(`${hour}${turns}${hour}`, 'i');

const changes: readonly (readonly [RegExp, { becomes: ClipChange; begins?: ClipChange }])[] = [
  [
    /night(fall| slowly falls| gently falls| falls| is falling)|(gets?|grows?|turns?|becomes?|growing) dark|夜幕降临|天黑|入夜/i,
    { becomes: { time: 'night' } },
  ],
  [
    /sun (is )?(goes down|sets|setting|sinks)|time-?lapse (of (a |the )?)?sunset|sunset time-?lapse|太阳(落下|下山|西沉)|日落延时/i,
    { becomes: { time: 'dusk' }, begins: { time: 'sunset' } },
  ],
  [
    /sun (is )?(rises|rising|comes up)|day breaks|time-?lapse (of (a |the )?)?sunrise|sunrise time-?lapse|太阳升起|天亮|日出延时/i,
    { becomes: { time: 'morning' }, begins: { time: 'dawn' } },
  ],
  [
    /(starts?|begins?) (to )?snow|snow (starts|begins|sets in)|开始下雪|下起(了)?雪/i,
    { becomes: { weather: 'snow' }, begins: { weather: 'cloudy' } },
  ],
  [
    /(starts?|begins?) (to )?rain|rain (starts|begins|sets in)|开始下雨|下起(了)?雨/i,
    { becomes: { weather: 'rain' }, begins: { weather: 'cloudy' } },
  ],
  [
    /(fog|mist) (rolls|drifts|creeps|comes|moves|closes) in|起雾|雾气(弥漫|升起)/i,
    { becomes: { weather: 'fog' }, begins: { weather: 'clear' } },
  ],
  [
    /storm (comes|rolls|draws|gathers|breaks|builds|approaches|is coming)|暴风雨(来临|将至)/i,
    { becomes: { weather: 'storm' }, begins: { weather: 'cloudy' } },
  ],
  [
    /(rain|snow|storm) (stops|ends|clears|passes)|sk(y|ies) clears?|fog lifts|(雨|雪)停|放晴|雾散/i,
    { becomes: { weather: 'clear' } },
  ],
];

const timeLapse = /time-?lapse|hyper-?lapse|延时/i;

export function readMotion(prompt: string): MotionWords {
  const move = moves.find(([words]) => words.test(prompt))?.[1] ?? readPrompt(prompt, []).cameraMove;
  const [, from, to] = fromHourToHour.exec(prompt) ?? [];
  const namedChanges = changes.filter(([words]) => words.test(prompt)).map(([, change]) => change);
  const hoursPass = from !== undefined && to !== undefined;
  const becomes = {
    ...mergeChanges(namedChanges.map(change => change.becomes)),
    ...(hoursPass && toChange(to)),
  };
  const begins = {
    ...mergeChanges(namedChanges.map(change => change.begins ?? {})),
    ...(hoursPass && toChange(from)),
  };
  return {
    ...(move && { move }),
    ...(hasAny(becomes) && { becomes }),
    ...(hasAny(begins) && { begins }),
    ...(flying.test(prompt) && { flock: true as const }),
    lapse: hoursPass || timeLapse.test(prompt),
  };
}

/** The phrases of a prompt that describe motion and change. */
export function motionPhrases(prompt: string): string[] {
  const patterns = [...moves.map(([words]) => words), ...changes.map(([words]) => words)];
  return [...patterns, fromHourToHour, flying, timeLapse].flatMap(
    pattern => pattern.exec(prompt)?.[0].toLowerCase() ?? [],
  );
}

function toChange(word: string): ClipChange {
  const time = hours.find(([words]) => new RegExp(`^(${words})$`, 'i').test(word))?.[1];
  return time ? { time } : {};
}

function mergeChanges(changes: readonly ClipChange[]): ClipChange {
  return Object.assign({}, ...changes) as ClipChange;
}

function hasAny(becoming: ClipChange): boolean {
  return becoming.time !== undefined || becoming.weather !== undefined;
}
