/** A picture that sharpens as better previews arrive, each faded in over the previous one. */
import { useState } from 'react';
import { classes } from '../../ui/class-names.ts';
import { partAt } from '../tiles.ts';

interface ProgressivePictureProps {
  readonly url: string;
  /** The quarter of the picture to show. Absent means the whole picture. */
  readonly part?: number | undefined;
  readonly alt: string;
  /** Already complete when the page was loaded, so it is not animated. */
  readonly isStatic?: boolean;
}

export function ProgressivePicture({ url, part, alt, isStatic }: ProgressivePictureProps) {
  const [shownLayer, setShownLayer] = useState({ url, part });
  const layers = shownLayer.url === url ? [shownLayer] : [shownLayer, { url, part }];
  return layers.map((layer, index) => (
    <Layer
      key={layer.url}
      {...layer}
      alt={index === layers.length - 1 ? alt : ''}
      isStatic={isStatic ?? false}
      onSeen={() => setShownLayer({ url: layer.url, part: layer.part })}
    />
  ));
}

interface LayerProps extends ProgressivePictureProps {
  readonly isStatic: boolean;
  readonly onSeen: () => void;
}

function Layer({ url, part, alt, isStatic, onSeen }: LayerProps) {
  const position = part === undefined ? undefined : partAt(part);
  return (
    <img
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={isStatic ? undefined : event => void event.currentTarget.decode().then(onSeen, onSeen)}
      className={classes(
        'absolute top-0 left-0 max-w-none',
        position ? 'size-[200%]' : 'size-full object-cover',
        !isStatic && 'animate-[sharpen_200ms_ease-out]',
      )}
      style={position && { translate: `${-position.x / 2}% ${-position.y / 2}%` }}
    />
  );
}
