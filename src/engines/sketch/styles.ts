/** Style passes over the finished picture. */
import type { Canvas } from '@napi-rs/canvas';
import type { Stage } from './paint/stage.ts';

export function applyStyle(_stage: Stage, _canvas: Canvas): void {}
