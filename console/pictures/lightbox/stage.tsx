/** A picture or clip, as large as the available space. */
import { useRef, type ReactNode } from 'react';
import { Maximize, ZoomIn } from '../../icons/icons.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { growingName } from '../view-address.ts';
import { ProgressivePicture } from '../tiles/progressive-picture.tsx';
import { altText } from '../tiles/tile.tsx';
import { countOutputs, type Tile } from '../tiles.ts';
import { useZoom, type Swipe } from '../zoom/use-zoom.ts';
import { pictureMessages } from '../messages.ts';

interface StageProps {
  readonly task: Task;
  readonly tile: Tile;
  readonly onSwipe: (swipe: Swipe) => void;
  /** The navigation buttons over the picture. */
  readonly children?: ReactNode;
}

export function Stage({ task, tile, onSwipe, children }: StageProps) {
  const t = useMessages(pictureMessages);
  const stage = useRef<HTMLDivElement>(null);
  const { transform, isFitted, toggle, handlers } = useZoom({ stage, picture: tile, onSwipe });
  // The video controls do not zoom with the clip.
  const [drawnScale, scale] = tile.kind === 'clip' ? [transform.scale, 1] : [1, transform.scale];
  return (
    <div
      ref={stage}
      className={classes(
        'relative min-h-0 flex-1 touch-none overflow-hidden bg-stage max-md:h-[58dvh] max-md:flex-none',
        !isFitted && 'cursor-grab active:cursor-grabbing',
      )}
      {...handlers}
    >
      <div
        className="absolute top-1/2 left-1/2"
        style={{
          width: tile.width * drawnScale,
          height: tile.height * drawnScale,
          transform: `translate(-50%, -50%) translate(${transform.x}px, ${transform.y}px) scale(${scale})`,
          viewTransitionName: growingName,
        }}
      >
        <LargePicture task={task} tile={tile} />
      </div>
      {tile.kind === 'picture' && (
        <IconButton
          icon={isFitted ? ZoomIn : Maximize}
          label={isFitted ? t.actual : t.fit}
          className="absolute! right-3 bottom-3 bg-black/60! text-white!"
          onClick={() => toggle()}
        />
      )}
      {children}
    </div>
  );
}

/** The thumbnail, already loaded, until the picture is. */
function LargePicture({ task, tile }: Pick<StageProps, 'task' | 'tile'>) {
  if (tile.kind === 'clip')
    return (
      <video
        key={tile.url}
        src={tile.url ?? undefined}
        poster={tile.thumbnail ?? undefined}
        controls
        autoPlay
        loop
        playsInline
        aria-label={altText(task)}
        className="size-full object-contain"
      />
    );
  if (!tile.url) return <div className="size-full rounded-lg bg-white/5" />;
  const isPart = tile.kind === 'part' && countOutputs(task) === 4;
  if (tile.kind === 'part')
    return <ProgressivePicture url={tile.url} part={isPart ? tile.n : undefined} alt={altText(task)} />;
  return (
    <>
      {tile.thumbnail && <img src={tile.thumbnail} alt="" draggable={false} className="absolute size-full" />}
      <img
        key={tile.url}
        src={tile.url}
        alt={altText(task)}
        draggable={false}
        decoding="async"
        className="absolute size-full"
      />
    </>
  );
}
