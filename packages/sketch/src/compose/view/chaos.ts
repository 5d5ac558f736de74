/** Applies `chaos`: the candidates differ more in what the prompt leaves open. */
import { clamp } from '../../raster/colors.ts';
import type { Reading, Season, Setting, Style, TimeOfDay, Weather } from '../../scene/reading.ts';
import { findSubject } from '../../subjects/subjects.ts';
import { type Intent, pick } from './intent.ts';
import { isSettingAllowed } from '../elements/apply-exclusions.ts';
import type { Layout } from './layout.ts';
import { deriveSeed, type Random, seededRandom } from '../../random/random.ts';

interface ChaosAmount {
  readonly seed: number;
  readonly candidate: number;
  /** 0 … 1. */
  readonly chaos: number;
}

const times: readonly TimeOfDay[] = ['noon', 'night', 'sunset', 'dusk', 'morning', 'night', 'afternoon'];
const weathers: readonly Weather[] = ['clear', 'cloudy', 'wind', 'overcast', 'snow', 'fog', 'rain', 'storm'];
const seasons: readonly Season[] = ['summer', 'autumn', 'winter', 'spring'];
const settings: readonly Setting[] = [
  'hills',
  'desert',
  'forest',
  'snowfield',
  'lake',
  'village',
  'garden',
  'mountains',
  'coast',
  'plain',
  'jungle',
];
const styles: readonly Style[] = [
  'watercolor',
  'oil',
  'illustration',
  'pastel',
  'poster',
  'photo',
  'flat',
  'anime',
];

export function applyChaosToIntent(intent: Intent, reading: Reading, amount: ChaosAmount): Intent {
  const { chaos, candidate } = amount;
  if (chaos === 0) return intent;
  const random = createRandom(amount, 'stray');
  const sharedRandom = seededRandom(deriveSeed(amount.seed, 'stray'));
  const differs = (reach: number) => random() < reach;
  // Candidates take steps around each list, so that no two of them get the same value.
  const pickFar = <T>(from: readonly T[]) =>
    from[(Math.floor(sharedRandom() * from.length) + candidate * 2 + (candidate > 1 ? 1 : 0)) % from.length];
  const [farTime, farWeather, farSeason, farStyle] = [
    pickFar(times),
    pickFar(weathers.slice(0, Math.round(3 + chaos * 5))),
    pickFar(seasons),
    pickFar(styles),
  ];
  const openPlace = reading.setting === undefined && reading.landmarks.length === 0 && !needsPlace(reading);
  const setting =
    differs(chaos) && openPlace
      ? pick(
          settings.filter(one => isSettingAllowed(reading, one)),
          random(),
        )
      : intent.setting;
  const needsDark = reading.landmarks.some(({ kind }) =>
    ['stars', 'moon', 'aurora', 'sun', 'rainbow'].includes(kind),
  );
  const time = differs(chaos * 1.3) && reading.time === undefined && !needsDark ? farTime : intent.time;
  const weather = differs(chaos) && reading.weather === undefined && !needsDark ? farWeather : intent.weather;
  const season = differs(chaos) && reading.season === undefined ? farSeason : intent.season;
  const style = differs((chaos - 0.35) * 1.5) && reading.style === undefined ? farStyle : intent.style;
  // Rain at night would hide everything.
  const visibleTime = time === 'night' && (weather === 'rain' || weather === 'storm') ? 'dusk' : time;
  return {
    ...intent,
    setting,
    time: visibleTime,
    weather,
    season: weather === 'snow' ? 'winter' : season,
    style,
  };
}

/** Subjects that live in water, in space or indoors are not placed on a meadow. */
function needsPlace(reading: Reading): boolean {
  const first = reading.subjects[0];
  const habitat = first && findSubject(first.subject)?.habitats[0];
  return habitat !== undefined && habitat !== 'land' && habitat !== 'air';
}

export function applyChaosToLayout(layout: Layout, amount: ChaosAmount): Layout {
  const { chaos } = amount;
  if (chaos === 0) return layout;
  const random = createRandom(amount, 'stray layout');
  const by1 = (size: number) => (random() * 2 - 1) * size * chaos;
  const isFlipped = random() < chaos * 0.6;
  const side = (x: number) => clamp(isFlipped ? 1 - x : x, 0.08, 0.92);
  const reach = [1.7, -1.5, 0.6, -0.5][(amount.candidate + (amount.seed & 3)) % 4] * chaos;
  return {
    ...layout,
    horizon: clamp(layout.horizon + by1(0.2), 0.26, 0.82),
    heroSize: clamp(layout.heroSize * 2 ** (reach * 0.62), 0.09, 0.72),
    heroX: side(layout.heroX + by1(0.16)),
    heroDepth: clamp(layout.heroDepth + by1(0.2), 0.35, 0.95),
    lightX: side(layout.lightX + by1(0.4)),
    focal: layout.focal * 2 ** by1(0.45),
    cover: clamp(layout.cover + by1(0.4), 0.05, 1),
    paletteVariant: layout.paletteVariant + Math.floor(random() * 4 * chaos),
    key: chaos ** 0.6 * (0.5 + random() * 0.5),
    hueTurn: layout.hueTurn + [-1, 0.4, -0.45, 1][(amount.candidate + (amount.seed & 3)) % 4] * 85 * chaos,
  };
}

function createRandom({ seed, candidate }: ChaosAmount, part: string): Random {
  return seededRandom(deriveSeed(seed, `${part} ${candidate}`));
}
