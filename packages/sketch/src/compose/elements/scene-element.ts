/** Something in a scene that needs a place of its own. */
import type { Movement } from '../../scene/reading.ts';
import type { Thing } from '../../scene/scene.ts';

export interface SceneElement {
  readonly name: string;
  readonly what: Thing['what'];
  readonly kind: string;
  readonly count: number;
  readonly height: number;
  readonly size: number;
  readonly stance: Thing['stance'];
  readonly color?: string;
  readonly action?: string;
  readonly goes?: Movement;
  readonly picture?: number;
}
