/** The picture with the mask over it, painted by mouse, touch or pen. */
import { useEffect, useImperativeHandle, useRef, useState, type PointerEvent, type Ref } from 'react';
import { useMessages } from '../../i18n/catalogue.ts';
import {
  boxBetween,
  drawSteps,
  isEmptyStep,
  paintedShare,
  record,
  toPicture,
  type History,
  type Point,
  type Size,
  type Step,
} from './mask.ts';
import type { Tool } from './mask-tools.tsx';
import { modalMessages } from './messages.ts';

export interface MaskBoardHandle {
  /** A PNG of the picture's size: white areas are generated again, black ones stay. */
  readonly toDataUrl: () => string;
}

interface MaskBoardProps {
  readonly ref: Ref<MaskBoardHandle>;
  readonly picture: Size & { readonly url: string };
  readonly history: History;
  readonly tool: Tool;
  readonly onChange: (history: History) => void;
  /** The painted share of the picture. */
  readonly onShare: (share: number) => void;
}

const paint = '#ff7a1a';

export function MaskBoard({ ref, picture, history, tool, onChange, onShare }: MaskBoardProps) {
  const t = useMessages(modalMessages);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [points, setPoints] = useState<readonly Point[]>([]);
  const { width, height, url } = picture;
  const currentStep = strokeStep(tool, points);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d', { willReadFrequently: true });
    if (!pen) return;
    const steps = currentStep ? [...history.steps, currentStep] : history.steps;
    drawSteps(pen, { steps, size: { width, height }, color: paint });
  });
  useEffect(() => {
    const pen = canvas.current?.getContext('2d', { willReadFrequently: true });
    if (!pen) return;
    drawSteps(pen, { steps: history.steps, size: { width, height }, color: paint });
    onShare(paintedShare(pen.getImageData(0, 0, width, height).data));
  }, [history, width, height, onShare]);
  useImperativeHandle(ref, () => ({ toDataUrl: () => drawMask(history, { width, height }) }));
  const toPoint = (event: PointerEvent<HTMLCanvasElement>) =>
    toPicture({ x: event.clientX, y: event.clientY }, event.currentTarget.getBoundingClientRect(), {
      width,
      height,
    });
  const end = () => {
    if (currentStep && !isEmptyStep(currentStep)) onChange(record(history, currentStep));
    setPoints([]);
  };
  return (
    <div
      className="relative mx-auto overflow-hidden rounded-md bg-stage"
      style={{ aspectRatio: `${width} / ${height}`, maxWidth: `calc(60dvh * ${width / height})` }}
    >
      <img src={url} alt="" draggable={false} className="absolute inset-0 size-full" />
      <canvas
        ref={canvas}
        {...{ width, height }}
        role="img"
        aria-label={t.canvas}
        className="absolute inset-0 size-full cursor-crosshair touch-none opacity-60"
        onPointerDown={event => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setPoints([toPoint(event)]);
        }}
        onPointerMove={event => points.length > 0 && setPoints([...points, toPoint(event)])}
        onPointerUp={end}
        onPointerCancel={() => setPoints([])}
      />
    </div>
  );
}

/** The stroke in progress. */
function strokeStep({ kind, size, isErasing }: Tool, points: readonly Point[]): Step | undefined {
  const [firstPoint] = points;
  const lastPoint = points.at(-1);
  if (!firstPoint || !lastPoint) return undefined;
  if (kind === 'box') return { kind, box: boxBetween(firstPoint, lastPoint), isErasing };
  return kind === 'lasso' ? { kind, points, isErasing } : { kind, points, size, isErasing };
}

function drawMask({ steps }: History, size: Size): string {
  const layer = new OffscreenCanvas(size.width, size.height);
  const pen = layer.getContext('2d');
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const ground = canvas.getContext('2d');
  if (!pen || !ground) return '';
  drawSteps(pen, { steps, size, color: '#fff' });
  ground.fillStyle = '#000';
  ground.fillRect(0, 0, size.width, size.height);
  ground.drawImage(layer, 0, 0);
  return canvas.toDataURL('image/png');
}
