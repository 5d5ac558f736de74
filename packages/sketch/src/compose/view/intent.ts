/** Decides what a reading leaves open: setting, hour, weather, season, style. */
import type { Landmark, Reading, Season, Setting, Style, TimeOfDay, Weather } from '../../scene/reading.ts';
import { type Subject, findSubject } from '../../subjects/subjects.ts';
import { isSettingAllowed } from '../elements/apply-exclusions.ts';
import { listElements } from '../elements/list-elements.ts';
import { deriveSeed, seededRandom } from '../../random/random.ts';

export interface Intent {
  readonly setting: Setting;
  readonly time: TimeOfDay;
  readonly weather: Weather;
  readonly season: Season;
  readonly style: Style;
}

const openSettings: readonly Setting[] = [
  'lake',
  'hills',
  'coast',
  'mountains',
  'river',
  'forest',
  'sea',
  'desert',
  'plain',
];
const openTimes: readonly TimeOfDay[] = ['sunset', 'morning', 'afternoon', 'dawn', 'dusk', 'noon'];

const landmarkSettings: Partial<Record<Landmark, Setting>> = {
  cliff: 'coast',
  lighthouse: 'coast',
  pier: 'lake',
  island: 'sea',
  sailboat: 'sea',
  skyline: 'city',
  windmill: 'plain',
  bridge: 'river',
  waterfall: 'river',
  castle: 'hills',
  ruins: 'hills',
  volcano: 'mountains',
  snowcap: 'mountains',
  house: 'village',
  pine: 'forest',
  palm: 'coast',
  balloon: 'hills',
  campfire: 'forest',
  path: 'hills',
  lamp: 'city',
  flowers: 'garden',
  reflection: 'lake',
  tower: 'hills',
  fence: 'plain',
  table: 'room',
};

export function decideIntent(reading: Reading, options: { seed: number; candidate: number }): Intent {
  const sharedRandom = seededRandom(deriveSeed(options.seed, 'intent'));
  const firstTime = Math.floor(sharedRandom() * openTimes.length);
  const season =
    reading.season ??
    (reading.weather === 'snow' || reading.setting === 'snowfield'
      ? 'winter'
      : pick(['summer', 'summer', 'spring', 'autumn'] as const, sharedRandom()));
  const needsDark = reading.landmarks.some(
    ({ kind }) => kind === 'aurora' || kind === 'stars' || kind === 'moon',
  );
  const time =
    reading.time ?? (needsDark ? 'night' : openTimes[(firstTime + options.candidate) % openTimes.length]);
  const weather =
    reading.weather ?? openWeather(reading, { shared: sharedRandom(), candidate: options.candidate });
  const chosenSetting = decideSetting(reading, sharedRandom(), options.candidate);
  // Seen from above, a room is its table or floor.
  const looksDown = reading.shot === 'top' || reading.shot === 'aerial';
  const visibleSetting = looksDown && chosenSetting === 'room' ? 'studio' : chosenSetting;
  return {
    setting: allowedSetting(reading, visibleSetting, options.candidate),
    time,
    weather,
    season,
    style: reading.style ?? 'illustration',
  };
}

/** A place that was chosen here is replaced if it is excluded. */
function allowedSetting(reading: Reading, chosenSetting: Setting, candidate: number): Setting {
  if (chosenSetting === reading.setting || isSettingAllowed(reading, chosenSetting)) return chosenSetting;
  const allowedSettings = openSettings.filter(setting => isSettingAllowed(reading, setting));
  return allowedSettings[candidate % allowedSettings.length] ?? 'studio';
}

function openWeather(reading: Reading, choice: { shared: number; candidate: number }): Weather {
  if (reading.landmarks.some(({ kind }) => kind === 'clouds')) return 'cloudy';
  if (reading.without?.includes('cloudy')) return 'clear';
  return (['cloudy', 'clear', 'cloudy', 'clear'] as const)[
    (choice.candidate + Math.floor(choice.shared * 2)) % 4
  ];
}

function decideSetting(reading: Reading, chance: number, candidate: number): Setting {
  if (reading.setting === 'sea' && isOnShore(reading)) return 'coast';
  if (reading.setting) return reading.setting;
  if (reading.landmarks.some(({ kind }) => kind === 'island')) return 'sea';
  for (const { kind } of reading.landmarks) {
    const setting = landmarkSettings[kind];
    if (setting) return setting;
  }
  const subjects = reading.subjects
    .map(({ subject }) => findSubject(subject))
    .filter(subject => subject !== undefined);
  const vessel = subjects.find(({ stance, key }) => stance === 'floats' && isCarrier(reading, key));
  const first = vessel ?? subjects[0];
  if (first) return chooseSubjectSetting(first, { chance, candidate });
  return openSettings[Math.floor(chance * openSettings.length + candidate * 2) % openSettings.length];
}

/** A car or a house "by the sea" is not out at sea. */
function isOnShore(reading: Reading): boolean {
  const [hero] = listElements(reading);
  const stands = hero?.stance === 'stands' || hero?.stance === 'drives';
  const isWet = ['swimming', 'surfing', 'diving'].includes(hero?.action ?? '');
  return stands && !isWet && !reading.landmarks.some(({ kind }) => kind === 'island');
}

function isCarrier({ relations }: Reading, key: string): boolean {
  return relations.some(({ relation, to }) => to === key && (relation === 'in' || relation === 'on'));
}

function chooseSubjectSetting(subject: Subject, choice: { chance: number; candidate: number }): Setting {
  const habitat = subject.habitats[0] ?? 'land';
  if (habitat === 'water') return choice.chance < 0.5 ? 'sea' : 'lake';
  if (habitat === 'underwater') return 'underwater';
  if (habitat === 'space') return 'space';
  if (habitat === 'indoors') return choice.candidate % 2 === 0 ? 'studio' : 'room';
  if (habitat === 'air')
    return (['hills', 'mountains', 'coast', 'lake'] as const)[
      (Math.floor(choice.chance * 4) + choice.candidate) % 4
    ];
  return (['hills', 'forest', 'plain', 'lake'] as const)[
    (Math.floor(choice.chance * 4) + choice.candidate) % 4
  ];
}

export function pick<T>(from: readonly T[], chance: number): T {
  return from[Math.min(from.length - 1, Math.floor(chance * from.length))];
}
