/** Wheel, pinch, drag, double click and swipe gestures on a stage. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import {
  fitTransform,
  isFitted,
  moveTransform,
  toggleTransform,
  zoomTransform,
  type Bounds,
  type Transform,
} from './zoom.ts';

export type Swipe = 'left' | 'right' | 'up' | 'down';

interface ZoomStage {
  readonly stage: RefObject<HTMLElement | null>;
  readonly picture: Bounds['picture'];
  /** A transform shared by several stages. Undefined if the stage has its own. */
  readonly shared?: readonly [Transform | undefined, (transform: Transform | undefined) => void];
  readonly onSwipe?: (swipe: Swipe) => void;
}

const swipePixels = 60;

export function useZoom({ stage, picture, shared, onSwipe }: ZoomStage) {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const ownState = useState<Transform>();
  const [chosenTransform, setTransform] = shared ?? ownState;
  const bounds = { picture, stage: room };
  // Undefined means "fitted", so that the picture stays fitted when the available space changes.
  const transform = chosenTransform ?? fitTransform(bounds);
  const applyTransform = (nextTransform: Transform) =>
    setTransform(isFitted(nextTransform, bounds) ? undefined : nextTransform);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const start = useRef({ x: 0, y: 0 });
  useStageSize(stage, setRoom);
  useWheel(stage, (factor, point) =>
    applyTransform(zoomTransform(transform, { by: factor, at: point }, bounds)),
  );
  const stagePoint = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
    offsetFromCenter(stage, clientX, clientY);
  return {
    transform,
    isFitted: isFitted(transform, bounds),
    toggle: (point = { x: 0, y: 0 }) => applyTransform(toggleTransform(transform, point, bounds)),
    handlers: {
      onDoubleClick: (event: { clientX: number; clientY: number }) =>
        applyTransform(toggleTransform(transform, stagePoint(event), bounds)),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || isControl(event.target)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, stagePoint(event));
        start.current = stagePoint(event);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const before = pointers.current.get(event.pointerId);
        if (!before) return;
        const point = stagePoint(event);
        const otherPoint = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
        pointers.current.set(event.pointerId, point);
        if (otherPoint)
          applyTransform(pinchTransform(transform, { before, now: point, other: otherPoint }, bounds));
        else if (!isFitted(transform, bounds))
          applyTransform(moveTransform(transform, { x: point.x - before.x, y: point.y - before.y }, bounds));
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const wasOne = pointers.current.size === 1 && pointers.current.has(event.pointerId);
        pointers.current.delete(event.pointerId);
        const swipe = detectSwipe(start.current, stagePoint(event));
        if (wasOne && swipe && event.pointerType === 'touch' && isFitted(transform, bounds)) onSwipe?.(swipe);
      },
      onPointerCancel: (event: PointerEvent<HTMLElement>) => void pointers.current.delete(event.pointerId),
    },
  };
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, video, input') !== null;
}

function pinchTransform(
  transform: Transform,
  { before, now, other }: Record<'before' | 'now' | 'other', { x: number; y: number }>,
  bounds: Bounds,
): Transform {
  const gap = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y);
  const factor = gap(now) / Math.max(1, gap(before));
  return zoomTransform(
    transform,
    { by: factor, at: { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 } },
    bounds,
  );
}

/** Returns undefined if the gesture was not a swipe. */
export function detectSwipe(from: { x: number; y: number }, to: { x: number; y: number }): Swipe | undefined {
  const [x, y] = [to.x - from.x, to.y - from.y];
  if (Math.max(Math.abs(x), Math.abs(y)) < swipePixels) return undefined;
  if (Math.abs(x) > Math.abs(y)) return x < 0 ? 'left' : 'right';
  return y < 0 ? 'up' : 'down';
}

function offsetFromCenter(stage: RefObject<HTMLElement | null>, x: number, y: number) {
  const box = stage.current?.getBoundingClientRect();
  return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 };
}

function useStageSize(stage: RefObject<HTMLElement | null>, onResize: (room: Bounds['stage']) => void): void {
  useEffect(() => {
    if (!stage.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) onResize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(stage.current);
    return () => observer.disconnect();
  }, [stage, onResize]);
}

/** React registers wheel handlers as passive, which cannot prevent scrolling. */
function useWheel(
  stage: RefObject<HTMLElement | null>,
  zoom: (factor: number, point: { x: number; y: number }) => void,
): void {
  const latest = useRef(zoom);
  useEffect(() => {
    latest.current = zoom;
  });
  useEffect(() => {
    const element = stage.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      latest.current(2 ** (-event.deltaY / 400), offsetFromCenter(stage, event.clientX, event.clientY));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [stage]);
}
