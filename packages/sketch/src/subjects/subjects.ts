/** The subjects that the engine can draw, with their facts. The facts are in `subject-table-*.ts`. */
import type { Ink } from './ink-silhouette.ts';
import { animalTable, plantTable } from './subject-table-creatures.ts';
import { objectTable } from './subject-table-objects.ts';
import { peopleTable } from './subject-table-people.ts';
import { thingTable } from './subject-table-things.ts';

/**
 * How a subject meets its surroundings: on the ground, on the water, in the air, from
 * above, in the water, on wheels.
 */
export type Stance = 'stands' | 'floats' | 'flies' | 'hangs' | 'swims' | 'drives';
export type Facing = 'left' | 'right' | 'front';
export type Habitat = 'land' | 'water' | 'air' | 'underwater' | 'space' | 'indoors';

export interface Subject {
  readonly key: string;
  /** `thing` is a vehicle, a building or in the sky; `object` is what one could carry or has at home. */
  readonly group: 'animal' | 'plant' | 'person' | 'thing' | 'object';
  /** `set:name` of the picture in sketch.data. */
  readonly icon: string;
  /** Meters from the foot line to the top of the figure. */
  readonly heightM: number;
  /**
   * The body of `bodies.ts` that is drawn under a face or a bust, with its variety after a colon:
   * `sitting:fox`. Absent if the picture shows the whole subject.
   */
  readonly body?: string;
  readonly stance: Stance;
  readonly facing: Facing;
  /** Its habitats, the most common first. */
  readonly habitats: readonly Habitat[];
  /** The foot line as a fraction of the picture's height. Absent means the lowest point of the figure. */
  readonly foot?: number;
  /** Top-level parts of the picture to leave out (a square of water, a patch of ground), counted from 0. */
  readonly drop: readonly number[];
  /** The degrees by which the picture is turned clockwise, if it shows the thing at an angle. */
  readonly turn: number;
  /** Meters per second in clips; 0 stays where it is. */
  readonly speedMps: number;
  /** Color words that describe it as it is, so that no tint is needed: a red fox. */
  readonly natural: readonly string[];
  /** The default color, `#rrggbb`. */
  readonly paint?: string;
  /** Other subjects for its actions: `{ running: 'man-running' }`. */
  readonly poses: Readonly<Partial<Record<string, string>>>;
  /** Fill and line of a one-color silhouette, `#rrggbb`, which is shaded when it is drawn. */
  readonly ink?: Ink;
  /** The color that a tint replaces, `#rrggbb`, if that is not the color that covers most of the subject. */
  readonly tint?: string;
  /** The degrees of hue around the tinted color that a tint recolors too. */
  readonly tintReach: number;
}

const table = new Map<string, Subject>([
  ...readTable('animal', animalTable),
  ...readTable('plant', plantTable),
  ...readTable('person', peopleTable),
  ...readTable('thing', thingTable),
  ...readTable('object', objectTable),
]);

/** Returns the facts about a subject. Undefined if the table has no such key. */
export function findSubject(key: string): Subject | undefined {
  return table.get(key);
}

/** Every key of the table, in its order. */
export function subjectKeys(): readonly string[] {
  return [...table.keys()];
}

/**
 * Returns the subject as it looks while doing something: `man` and `running` give `man-running`, most pairs
 * just the subject.
 */
export function posedSubject(key: string, action: string | undefined): Subject | undefined {
  const subject = table.get(key);
  const pose = action === undefined ? undefined : subject?.poses[action];
  return pose === undefined ? subject : table.get(pose);
}

/** Every picture that the table can ask for. */
export function subjectIcons(): readonly string[] {
  return [...new Set([...table.values()].map(subject => subject.icon))];
}

function readTable(group: Subject['group'], text: string): [string, Subject][] {
  const lines = text.split('\n').map(line => line.trim());
  return lines.filter(line => line !== '' && !line.startsWith('#')).flatMap(line => readRow(group, line));
}

/** One row: `height stance facing habitats option=value …: key key=icon …`; all its keys share the facts. */
function readRow(group: Subject['group'], row: string): [string, Subject][] {
  const end = row.indexOf(': ');
  const facts = readFacts(row.slice(0, end).split(/\s+/));
  return row
    .slice(end + 2)
    .split(/\s+/)
    .map(word => {
      const [key = '', icon = key] = word.split('=');
      return [key, { key, group, icon: iconName(icon), ...facts }];
    });
}

function readFacts([height, stance, facing, habitats = 'land', ...words]: readonly string[]): Omit<
  Subject,
  'key' | 'group' | 'icon'
> {
  const options = new Map(
    words.map((word): [string, string] => [word.replace(/=.*/, ''), word.replace(/^[^=]*=?/, '')]),
  );
  const list = (name: string) => options.get(name)?.split(',') ?? [];
  const [body, tint, ink, foot, paint] = ['body', 'tint', 'ink', 'foot', 'paint'].map(name =>
    options.get(name),
  );
  return {
    heightM: Number(height),
    stance: stance as Stance,
    facing: facing as Facing,
    habitats: habitats.split(',') as Habitat[],
    drop: list('drop').map(Number),
    turn: Number(options.get('turn') ?? 0),
    speedMps: Number(options.get('speed') ?? 0),
    natural: list('natural'),
    poses: Object.fromEntries(list('poses').map(pose => pose.split('>') as [string, string])),
    tintReach: Number(options.get('reach') ?? 40),
    ...(body === undefined ? {} : { body }),
    ...(tint === undefined ? {} : { tint: `#${tint}` }),
    ...(paint === undefined ? {} : { paint: `#${paint}` }),
    ...(foot === undefined ? {} : { foot: Number(foot) }),
    ...(ink === undefined
      ? {}
      : {
          ink: {
            fill: `#${ink}`,
            line: `#${options.get('line') ?? '333333'}`,
            gap: Number(options.get('gap') ?? 0.034),
          },
        }),
  };
}

/** `fox` is of the main set; `n/fox` and `g/fox` are of the two that fill its gaps. */
function iconName(word: string): string {
  if (word.startsWith('n/')) return `noto:${word.slice(2)}`;
  if (word.startsWith('g/')) return `game-icons:${word.slice(2)}`;
  return `fluent-emoji:${word}`;
}
