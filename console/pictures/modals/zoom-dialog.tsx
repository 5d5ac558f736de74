/** Custom zoom: the zoom factor, and a prompt for the area around the picture. */
import { useState } from 'react';
import { Slider } from '../../ui/fields/slider.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { modalMessages } from './messages.ts';
import { ModalFrame, PromptField, type ModalProps } from './modal-frame.tsx';
import { listTiles } from '../tiles.ts';
import { withZoom, zoomIn } from './zoom-parameter.ts';

export function ZoomDialog(props: ModalProps) {
  const t = useMessages(modalMessages);
  const { waiting, parent, onAnswer } = props;
  const [prompt, setPrompt] = useState(waiting.prompt ?? '');
  const zoom = zoomIn(prompt) ?? 2;
  const [tile] = listTiles(parent);
  return (
    <ModalFrame {...props} onSubmit={() => onAnswer({ prompt: withZoom(prompt, zoom) })}>
      {tile?.thumbnail && (
        <div
          role="img"
          aria-label={t.zoomPreview}
          className="mx-auto grid w-60 max-w-full place-items-center rounded-md border border-dashed border-line-strong bg-raised"
          style={{ aspectRatio: `${tile.width} / ${tile.height}` }}
        >
          <img
            src={tile.thumbnail}
            alt=""
            className="transition-[width] duration-120"
            style={{ width: `${100 / zoom}%` }}
          />
        </div>
      )}
      <Slider
        label={t.zoom}
        min={1.1}
        max={2}
        step={0.05}
        defaultValue={2}
        value={zoom}
        onChange={value => setPrompt(withZoom(prompt, value))}
      />
      <PromptField prompt={prompt} onChange={setPrompt} />
    </ModalFrame>
  );
}
