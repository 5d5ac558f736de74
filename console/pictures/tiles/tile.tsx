/** One picture or clip of a task: a button that opens the lightbox, with the actions on it. */
import { Check, Play } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import type { Task, TaskButton } from '../../data/tasks/tasks.ts';
import { classes } from '../../ui/class-names.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { buttonsOfTile, findButton, labelOf } from '../actions/buttons.ts';
import { CompareToggle } from './compare-toggle.tsx';
import { ButtonPrice } from '../price.tsx';
import { ProgressivePicture } from './progressive-picture.tsx';
import { countOf, type Tile } from '../tiles.ts';
import { pictureMessages } from '../messages.ts';

interface TileProps {
  readonly task: Task;
  readonly tile: Tile;
  readonly isPicked: boolean;
  /** The tile in the tab order. */
  readonly isEntry: boolean;
  readonly busy: ReadonlySet<string>;
  readonly onOpen: (place: HTMLElement) => void;
  readonly onPress: (button: TaskButton) => void;
  readonly onFocus: () => void;
}

export function TileView(props: TileProps) {
  const { task, tile, isPicked, isEntry, onOpen, onFocus } = props;
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
      {hasFile && <Tools {...props} />}
    </div>
  );
}

export function useTileName(task: Task, { n, kind }: Tile, isPicked: boolean): string {
  const t = useMessages(pictureMessages);
  const of = countOf(task);
  return [
    kind === 'clip' ? t.clip(n, of) : t.image(n, of),
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
  if (tile.kind === 'clip') return <ClipShown tile={tile} />;
  if (!tile.thumbnail) return <span className="sr-only">{t.notThere}</span>;
  const isPart = tile.kind === 'part' && countOf(task) === 4;
  return (
    <ProgressivePicture
      url={tile.thumbnail}
      part={isPart ? tile.n : undefined}
      alt={altOf(task)}
      isStatic={isStatic}
    />
  );
}

/** The accessible name includes the start of the prompt. */
export function altOf({ prompt, final_prompt }: Pick<Task, 'prompt' | 'final_prompt'>): string {
  return (prompt ?? final_prompt ?? '').replace(/\s--.*$/s, '').slice(0, 120);
}

/** Plays on hover and on keyboard focus. */
export function ClipShown({ tile: { url, thumbnail } }: { readonly tile: Pick<Tile, 'url' | 'thumbnail'> }) {
  const video = useRef<HTMLVideoElement>(null);
  const play = () => void video.current?.play().catch(() => undefined);
  const rest = () => {
    video.current?.pause();
    if (video.current) video.current.currentTime = 0;
  };
  return (
    <span
      className="absolute inset-0"
      onPointerEnter={play}
      onPointerLeave={rest}
      onFocus={play}
      onBlur={rest}
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

const toolLook =
  'inline-flex min-h-7 min-w-7 items-center justify-center gap-1.5 rounded-md bg-black/70 px-2 text-sm font-medium text-white hover:bg-black/90 disabled:opacity-60 pointer-coarse:min-h-11 pointer-coarse:min-w-11';

interface ToolsProps extends Pick<TileProps, 'task' | 'tile' | 'busy' | 'onPress'> {
  readonly className?: string;
}

/** Shown on hover and focus, and always on devices without hover. */
export function Tools({ task, tile, busy, onPress, className }: ToolsProps) {
  const t = useMessages(pictureMessages);
  const buttons = buttonsOfTile(task, tile.n).filter(({ kind }) => kind !== 'extend');
  const titleOf = (button: TaskButton) =>
    button.kind === 'select'
      ? t.pick(tile.n)
      : button.kind === 'variation'
        ? t.vary(tile.n)
        : button.kind === 'select-clip'
          ? t.upscaleClip(tile.n)
          : labelOf(button);
  return (
    <div
      className={classes(
        'pointer-events-none absolute inset-x-1.5 bottom-1.5 flex flex-wrap justify-end gap-1 opacity-0 transition-opacity duration-120 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
        className,
      )}
    >
      {buttons.map(button => (
        <button
          key={button.id}
          type="button"
          className={classes(toolLook, 'pointer-events-auto')}
          title={titleOf(button)}
          aria-busy={busy.has(button.id) || undefined}
          disabled={busy.has(button.id)}
          onClick={() => onPress(button)}
        >
          {button.pressed && <Check size={13} aria-label={t.pressed} />}
          {labelOf(button)}
          <ButtonPrice price={button.price} />
          <span className="sr-only">{titleOf(button)}</span>
        </button>
      ))}
    </div>
  );
}
