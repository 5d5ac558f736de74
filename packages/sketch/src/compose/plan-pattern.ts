/** Plans a repeating pattern: its motifs are the things in the prompt and those typical of its setting. */
import type { Reading, Setting } from '../scene/reading.ts';
import type { Motif, Pattern } from '../scene/scene.ts';
import type { Intent } from './view/intent.ts';
import { isKeptOut } from './elements/apply-exclusions.ts';
import type { SceneElement } from './elements/scene-element.ts';
import { deriveSeed, seededRandom } from '../random/random.ts';

type Names = readonly (readonly [Motif['what'], string])[];

const land: Names = [
  ['scatter', 'tree'],
  ['scatter', 'flowers'],
  ['sign', 'leaf'],
  ['scatter', 'bush'],
];

// A table reads best in rows.
// oxfmt-ignore
const places: Readonly<Partial<Record<Setting, { ground: Pattern['ground']; motifs: Names }>>> = {
  sea: { ground: 'water', motifs: [['landmark', 'sailboat'], ['sign', 'wave'], ['sign', 'cloud'], ['sign', 'bird']] },
  coast: { ground: 'water', motifs: [['scatter', 'palm'], ['sign', 'wave'], ['scatter', 'rocks'], ['sign', 'sun']] },
  lake: { ground: 'water', motifs: [['sign', 'mountain'], ['scatter', 'pine'], ['sign', 'drop'], ['scatter', 'flowers']] },
  river: { ground: 'water', motifs: [['scatter', 'tree'], ['scatter', 'rocks'], ['sign', 'drop'], ['sign', 'leaf']] },
  mountains: { ground: 'sky', motifs: [['sign', 'mountain'], ['scatter', 'pine'], ['sign', 'cloud'], ['scatter', 'rocks']] },
  hills: { ground: 'plain', motifs: land },
  plain: { ground: 'plain', motifs: [['scatter', 'flowers'], ['scatter', 'grass'], ['sign', 'sun'], ['sign', 'leaf']] },
  forest: { ground: 'leaves', motifs: [['scatter', 'pine'], ['scatter', 'tree'], ['scatter', 'fern'], ['sign', 'leaf']] },
  jungle: { ground: 'leaves', motifs: [['scatter', 'palm'], ['scatter', 'fern'], ['sign', 'leaf'], ['scatter', 'flowers']] },
  desert: { ground: 'stone', motifs: [['scatter', 'palm'], ['sign', 'sun'], ['scatter', 'rocks'], ['sign', 'mountain']] },
  snowfield: { ground: 'sky', motifs: [['scatter', 'pine'], ['sign', 'flake'], ['sign', 'mountain'], ['sign', 'flake']] },
  city: { ground: 'dots', motifs: [['scatter', 'tower-block'], ['landmark', 'lamp'], ['sign', 'cloud'], ['sign', 'star']] },
  village: { ground: 'plain', motifs: [['scatter', 'house'], ['scatter', 'tree'], ['scatter', 'flowers'], ['sign', 'cloud']] },
  garden: { ground: 'leaves', motifs: [['scatter', 'flowers'], ['scatter', 'blossom'], ['sign', 'leaf'], ['scatter', 'bush']] },
  sky: { ground: 'sky', motifs: [['sign', 'cloud'], ['sign', 'bird'], ['sign', 'sun'], ['sign', 'star']] },
  space: { ground: 'dots', motifs: [['sign', 'star'], ['sign', 'moon'], ['sign', 'sun'], ['sign', 'star']] },
  underwater: { ground: 'water', motifs: [['scatter', 'coral'], ['scatter', 'weed'], ['sign', 'drop'], ['scatter', 'rocks']] },
  studio: { ground: 'dots', motifs: [['sign', 'star'], ['sign', 'leaf'], ['sign', 'drop']] },
  room: { ground: 'dots', motifs: [['scatter', 'flowers'], ['sign', 'leaf'], ['sign', 'star']] },
};

const signNames: Readonly<Partial<Record<string, string>>> = {
  clouds: 'cloud',
  stars: 'star',
  moon: 'moon',
  sun: 'sun',
  birds: 'bird',
  snowcap: 'mountain',
};

export function planPattern(
  reading: Reading,
  {
    intent,
    elements,
    seed,
    candidate,
  }: { intent: Intent; elements: readonly SceneElement[]; seed: number; candidate: number },
): Pattern {
  const random = seededRandom(deriveSeed(seed, 'pattern'));
  const place = places[intent.setting] ?? { ground: 'plain' as const, motifs: land };
  const requestedMotifs = [
    ...elements.map(toMotif),
    ...reading.landmarks.flatMap(({ kind }) => createEmblem(kind)),
  ];
  const defaultMotifs = addSeasonalMotifs(place.motifs, intent).filter(
    ([, kind]) => !isKeptOut(reading, kind),
  );
  const settingMotifs = defaultMotifs.map(([what, kind], index): Motif => ({
    what,
    kind,
    main: requestedMotifs.length === 0 && index < 2,
    size:
      (requestedMotifs.length === 0 && index < 2 ? 0.8 : 0.32) *
      (what === 'sign' ? 0.72 : what === 'scatter' ? 1.15 : 1),
  }));
  const requestedKinds = new Set(requestedMotifs.map(({ kind }) => kind));
  const ground = intent.time === 'night' && place.ground !== 'water' ? 'dots' : place.ground;
  return {
    seed: deriveSeed(seed, 'pattern'),
    order: (['bricks', 'scattered', 'diamonds', 'bands'] as const)[candidate % 4],
    across: [3, 3, 4, 4][candidate % 4] + (random() < 0.3 ? 1 : 0),
    ground,
    motifs: [...requestedMotifs, ...settingMotifs.filter(({ kind }) => !requestedKinds.has(kind))].slice(
      0,
      7,
    ),
  };
}

function toMotif({ what, kind, color, action }: SceneElement): Motif {
  return {
    what,
    kind,
    size: 0.8,
    main: true,
    ...(color !== undefined && { color }),
    ...(action !== undefined && { action }),
  };
}

/** Returns the emblem of a landmark that is not a thing of its own in a view, such as the moon. */
function createEmblem(kind: string): Motif[] {
  if (kind === 'flowers') return [{ what: 'scatter', kind, size: 0.34, main: false }];
  const sign = signNames[kind];
  return sign === undefined ? [] : [{ what: 'sign', kind: sign, size: 0.34, main: false }];
}

function addSeasonalMotifs(motifs: Names, { season, weather, time }: Intent): Names {
  const addedMotifs: Names = [
    ...(season === 'winter' || weather === 'snow' ? ([['sign', 'flake']] as const) : []),
    ...(weather === 'rain' || weather === 'storm' ? ([['sign', 'drop']] as const) : []),
    ...(time === 'night' ? ([['sign', 'star']] as const) : []),
  ];
  const remainingMotifs = season === 'winter' ? motifs.filter(([, kind]) => kind !== 'flowers') : motifs;
  return [...remainingMotifs.slice(0, 2), ...addedMotifs, ...remainingMotifs.slice(2)];
}
