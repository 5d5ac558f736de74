/** The vehicles of a scene that can be heard, the loudest first. */
import type { Scene, Thing } from '../scene/scene.ts';
import type { Engine } from './voices/engines.ts';

const engines: Readonly<Partial<Record<string, Engine>>> = {
  car: 'car',
  jeep: 'car',
  'pickup-truck': 'car',
  'racing-car': 'motorcycle',
  taxi: 'car',
  'police-car': 'car',
  ambulance: 'car',
  minibus: 'car',
  'fire-engine': 'truck',
  bus: 'truck',
  truck: 'truck',
  lorry: 'truck',
  tractor: 'truck',
  tank: 'truck',
  motorcycle: 'motorcycle',
  scooter: 'motorcycle',
  rickshaw: 'motorcycle',
  train: 'locomotive',
  'bullet-train': 'train',
  'metro-train': 'train',
  'railway-car': 'tram',
  'tram-car': 'tram',
  tram: 'tram',
  trolleybus: 'tram',
  speedboat: 'motorboat',
  motorboat: 'motorboat',
  ferry: 'ship',
  'cruise-ship': 'ship',
  ship: 'ship',
  submarine: 'ship',
  airplane: 'jet',
  'propeller-plane': 'propeller',
  biplane: 'propeller',
  airship: 'propeller',
  helicopter: 'helicopter',
  rocket: 'rocket',
  'flying-saucer': 'saucer',
  'hot-air-balloon': 'burner',
  balloon: 'burner',
};

const atRest = /park|stand|wait|rest|sleep|abandon/;

export interface EngineSound {
  readonly kind: Engine;
  /** Decibels. */
  readonly level: number;
}

/** At most two, because more would be a drone. */
export function enginesIn({ things }: Scene): EngineSound[] {
  const levelsByEngine = new Map<Engine, number>();
  for (const thing of things) {
    const kind = findEngine(thing);
    if (!kind) continue;
    // The loudness follows from the size in the picture: a distant ship is a murmur.
    const size = thing.height / Math.max(1, thing.z);
    const level = Math.max(-16, Math.min(1, 3 + 12 * Math.log10(size * 2.5)));
    levelsByEngine.set(kind, Math.max(level, levelsByEngine.get(kind) ?? -Infinity));
  }
  return [...levelsByEngine]
    .map(([kind, level]) => ({ kind, level }))
    .toSorted((one, other) => other.level - one.level)
    .slice(0, 2);
}

function findEngine({ what, kind, action, stance }: Thing): Engine | undefined {
  if (action !== undefined && atRest.test(action)) return undefined;
  // A toy balloon has no burner.
  if (kind === 'balloon' && (what === 'subject' || stance === 'stands')) return undefined;
  return Object.hasOwn(engines, kind) ? engines[kind] : undefined;
}
