/**
 * The actions on one tile, such as U1 and V1. They cost money, so a tap on the picture must not reach them.
 */
import { Check } from '../../icons/icons.ts';
import type { Task, TaskButton } from '../../data/tasks/tasks.ts';
import { classes } from '../../ui/class-names.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { tileButtons, plainLabel } from '../actions/buttons.ts';
import { ButtonPrice } from '../price.tsx';
import type { Tile } from '../tiles.ts';
import { pictureMessages } from '../messages.ts';

interface TileToolsProps {
  readonly task: Task;
  readonly tile: Tile;
  readonly busy: ReadonlySet<string>;
  readonly onPress: (button: TaskButton) => void;
}

const belowLook =
  'min-h-7 flex-auto border border-line-strong bg-surface px-1.5 text-text hover:border-text pointer-coarse:min-h-11';
const overlayLook = 'min-h-7 min-w-7 bg-black/70 px-2 text-white hover:bg-black/90';

/** Shown below the picture. */
export function TileTools(props: TileToolsProps) {
  return <ToolButtons {...props} look={belowLook} className="mt-1" />;
}

/**
 * Shown at the bottom of the picture, on hover and focus. On touch screens, the lightbox has them instead.
 */
export function HoverTools(props: TileToolsProps) {
  return (
    <ToolButtons
      {...props}
      look={overlayLook}
      className="absolute inset-x-1.5 bottom-1.5 hidden! justify-end opacity-0 transition-opacity duration-120 group-focus-within:opacity-100 group-hover:opacity-100 mouse-only:flex!"
    />
  );
}

interface ToolButtonsProps extends TileToolsProps {
  readonly look: string;
  readonly className: string;
}

function ToolButtons({ task, tile, busy, onPress, look, className }: ToolButtonsProps) {
  const t = useMessages(pictureMessages);
  const buttons = tileButtons(task, tile.n).filter(({ kind }) => kind !== 'extend');
  if (buttons.length === 0) return null;
  const titles: Readonly<Record<string, string>> = {
    select: t.pick(tile.n),
    variation: t.vary(tile.n),
    'select-clip': t.upscaleClip(tile.n),
  };
  return (
    <div className={classes('pointer-events-none flex flex-wrap gap-1', className)}>
      {buttons.map(button => {
        const title = titles[button.kind] ?? plainLabel(button);
        return (
          <button
            key={button.id}
            type="button"
            className={classes(
              'pointer-events-auto inline-flex items-center justify-center gap-1.5 rounded-md text-sm font-medium whitespace-nowrap disabled:opacity-60',
              look,
            )}
            title={title}
            aria-busy={busy.has(button.id) || undefined}
            disabled={busy.has(button.id)}
            onClick={() => onPress(button)}
          >
            {button.pressed && <Check size={13} aria-label={t.pressed} />}
            {plainLabel(button)}
            <ButtonPrice price={button.price} />
            <span className="sr-only">{title}</span>
          </button>
        );
      })}
    </div>
  );
}
