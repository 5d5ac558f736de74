/** One picture or clip of a task: a button that opens the lightbox. It has no action that costs money. */
import { useRef, type ReactNode } from 'react';
import { Play } from '../../icons/icons.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import { classes } from '../../ui/class-names.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { findButton } from '../actions/buttons.ts';
import { CompareToggle } from './compare-toggle.tsx';
import { ProgressivePicture } from './progressive-picture.tsx';
import { countOutputs, type Tile } from '../tiles.ts';
import { pictureMessages } from '../messages.ts';

interface TileProps {
  readonly task: Task;
  readonly tile: Tile;
  readonly isPicked: boolean;
  /** The tile in the tab order. */
  readonly isEntry: boolean;
  readonly onOpen: (place: HTMLElement) => void;
  readonly onFocus: () => void;
}

export function TileView({ task, tile, isPicked, isEntry, onOpen, onFocus }: TileProps) {
  const name = useTileName(task, tile, isPicked);
  const hasFile = tile.kind === 'picture' || tile.kind === 'clip';
  return (
    <div
      className="group relative overflow-hidden rounded-lg bg-raised"
      style={{ aspectRatio: `${tile.width} / ${tile.height}` }}
    >
      {hasFile ? (
        <button
          type="button"
          data-tile={tile.n}
          tabIndex={isEntry ? 0 : -1}
          aria-label={name}
          className="absolute inset-0 cursor-zoom-in overflow-hidden rounded-lg focus-over"
          onClick={event => onOpen(event.currentTarget)}
          onFocus={onFocus}
        >
          <TileContent task={task} tile={tile} />
        </button>
      ) : (
        <TileContent task={task} tile={tile} />
      )}
      {isPicked && <Ring />}
      {hasFile && <CompareToggle place={{ task: task.id, n: tile.n }} isOver />}
    </div>
  );
}

export function useTileName(task: Task, { n, kind }: Tile, isPicked: boolean): string {
  const t = useMessages(pictureMessages);
  const count = countOutputs(task);
  return [
    kind === 'clip' ? t.clip(n, count) : t.image(n, count),
    findButton(task, 'select', n)?.pressed && t.picked,
    task.action === 'UPSCALE' && (task.button && /^U\d/.test(task.button) ? t.picked : t.upscaled),
    task.starred && t.starred,
    isPicked && t.toCompare,
  ]
    .filter(Boolean)
    .join(', ');
}

interface TileContentProps {
  readonly task: Task;
  readonly tile: Tile;
  readonly isStatic?: boolean;
}

export function TileContent({ task, tile, isStatic = false }: TileContentProps) {
  const t = useMessages(pictureMessages);
  if (tile.kind === 'clip') return <HoverClip tile={tile} />;
  if (!tile.thumbnail) return <span className="sr-only">{t.notThere}</span>;
  const isPart = tile.kind === 'part' && countOutputs(task) === 4;
  return (
    <ProgressivePicture
      url={tile.thumbnail}
      part={isPart ? tile.n : undefined}
      alt={altText(task)}
      isStatic={isStatic}
    />
  );
}

/** The accessible name includes the start of the prompt. */
export function altText({ prompt, final_prompt }: Pick<Task, 'prompt' | 'final_prompt'>): string {
  return (prompt ?? final_prompt ?? '').replace(/\s--.*$/s, '').slice(0, 120);
}

/** Plays on hover and on keyboard focus. */
export function HoverClip({ tile: { url, thumbnail } }: { readonly tile: Pick<Tile, 'url' | 'thumbnail'> }) {
  const video = useRef<HTMLVideoElement>(null);
  const play = () => void video.current?.play().catch(() => undefined);
  const stopPlaying = () => {
    video.current?.pause();
    if (video.current) video.current.currentTime = 0;
  };
  return (
    <span
      className="absolute inset-0"
      onPointerEnter={play}
      onPointerLeave={stopPlaying}
      onFocus={play}
      onBlur={stopPlaying}
    >
      <video
        ref={video}
        src={url ?? undefined}
        poster={thumbnail ?? undefined}
        preload="none"
        muted
        loop
        playsInline
        tabIndex={-1}
        aria-hidden
        className="pointer-events-none absolute inset-0 size-full object-cover"
      />
      <Badge className="bottom-2 left-2">
        <Play size={12} fill="currentColor" aria-hidden />
      </Badge>
    </span>
  );
}

export function Badge({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <span
      className={classes(
        'pointer-events-none absolute inline-flex min-h-6 min-w-6 items-center justify-center rounded-full bg-black/65 px-1.5 text-xs text-white',
        className,
      )}
    >
      {children}
    </span>
  );
}

/** The ring around a selected picture. */
export function Ring() {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-0 rounded-lg border-3 border-accent shadow-[inset_0_0_0_1px_rgb(0_0_0/0.5)]"
    />
  );
}
