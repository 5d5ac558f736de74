/** The picture as a stack of layers, from far to near. A still composes them, a clip moves them. */
import type { Canvas } from '@napi-rs/canvas';
import type { Thing } from '../../scene/scene.ts';

export interface Layer {
  readonly kind: 'land' | 'plants' | 'thing' | 'shadow' | 'reflection' | 'spin';
  readonly canvas: Canvas;
  /** Pixel position of the canvas's top left corner. */
  readonly x: number;
  readonly y: number;
  /** Depth in meters. Farther layers are behind nearer ones. */
  readonly z: number;
  readonly thing?: Thing;
  /** Pixel point about which a thing turns and hops. */
  readonly foot?: { readonly x: number; readonly y: number };
  /** Pixels per meter at its depth. */
  readonly scale?: number;
}
