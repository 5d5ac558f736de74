/** A picture or clip of the gallery. */
import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Check, Star } from '../../icons/icons.ts';
import { CompareToggle } from '../../pictures/tiles/compare-toggle.tsx';
import type { Task } from '../../data/tasks/tasks.ts';
import { useExpiry } from '../../pictures/expires.tsx';
import { ModalDialog } from '../../pictures/modals/modal-dialog.tsx';
import { useComparedPlaces, useLightboxPlace } from '../../pictures/view-address.ts';
import { findKeyAction } from '../../pictures/keys/picture-keys.ts';
import { Badge, Ring, TileContent, useTileName } from '../../pictures/tiles/tile.tsx';
import { HoverTools } from '../../pictures/tiles/tile-tools.tsx';
import { useTaskActions } from '../../pictures/actions/use-task-actions.ts';
import { useAnnouncedPress } from '../../pictures/actions/use-announced-press.ts';
import { actOnPicture } from '../../pictures/keys/use-tile-keys.ts';
import { describeAction } from '../../pictures/actions/button-labels.ts';
import { pictureMessages } from '../../pictures/messages.ts';
import { classes } from '../../ui/class-names.ts';
import { singleKeys } from '../../ui/keys.ts';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import type { GalleryItem } from './gallery-items.ts';
import { actionLabel } from './action-label.ts';
import type { Move } from './move.ts';
import { galleryMessages } from './messages.ts';

interface TileProps {
  readonly item: GalleryItem;
  readonly width: number;
  readonly isEntry: boolean;
  /** Undefined if selection is off. */
  readonly isSelected: boolean | undefined;
  readonly onSelect: () => void;
  readonly onFocus: () => void;
  readonly onMove: (from: string, to: Move) => void;
}

export function GalleryTile(props: TileProps) {
  const { item, width, isEntry, isSelected, onSelect, onFocus } = props;
  const { task, tile } = item;
  const t = useMessages(galleryMessages);
  const { open } = useLightboxPlace();
  const isPicked = useComparedPlaces().has({ task: task.id, n: tile.n });
  const madeBy = useActionLabel(task);
  const name = [useTileName(task, tile, isPicked), madeBy].filter(Boolean).join(', ');
  const label = `${name} — ${task.prompt ?? task.id}`;
  const presser = useAnnouncedPress(task);
  const onKeyDown = useGalleryKeys(props, presser);
  const isChoosing = isSelected !== undefined;
  const onClick = ({ currentTarget }: MouseEvent<HTMLElement>) =>
    isChoosing ? onSelect() : open({ task: task.id, n: tile.n }, currentTarget);
  return (
    <div
      data-task={task.id}
      className="group relative h-full shrink-0 overflow-hidden rounded-lg bg-raised"
      style={{ width }}
    >
      <button
        type="button"
        data-tile={tile.n}
        data-key={item.key}
        tabIndex={isEntry ? 0 : -1}
        aria-label={isChoosing ? t.choose(label) : label}
        aria-pressed={isSelected}
        title={useExpiry(task)}
        className={classes(
          'absolute inset-0 overflow-hidden rounded-lg focus-over',
          !isChoosing && 'cursor-zoom-in',
        )}
        onClick={onClick}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      >
        <TileContent task={task} tile={tile} isStatic />
      </button>
      {(isSelected || isPicked) && <Ring />}
      {madeBy && <ActionBadge text={madeBy} isClip={tile.kind === 'clip'} />}
      {task.starred && (
        <Badge className="top-1.5 right-1.5">
          <Star size={12} fill="currentColor" aria-hidden />
        </Badge>
      )}
      {!isChoosing && <CompareToggle place={{ task: task.id, n: tile.n }} isOver />}
      {isChoosing ? (
        <span
          aria-hidden
          className={classes(
            'pointer-events-none absolute top-2 left-2 grid size-6 place-items-center rounded-full border-2 border-white',
            isSelected ? 'bg-accent text-on-accent' : 'bg-black/40',
          )}
        >
          {isSelected && <Check size={14} />}
        </span>
      ) : (
        <HoverTools {...{ task, tile }} busy={presser.busy} onPress={button => void presser.press(button)} />
      )}
      <ModalDialog presser={presser} />
    </div>
  );
}

function useActionLabel(task: Task): string | undefined {
  const t = useMessages(pictureMessages);
  const { action } = useMessages(uiMessages);
  return actionLabel(task, {
    button: label => describeAction({ button: label, action: task.action }, t),
    action,
  });
}

/** Shown on hover, and always on devices without hover. The tile's accessible name includes it. */
function ActionBadge({ text, isClip }: { readonly text: string; readonly isClip: boolean }) {
  return (
    <Badge
      className={classes(
        'bottom-2 max-w-[calc(100%-16px)] opacity-0 transition-opacity duration-120 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
        isClip ? 'left-10' : 'left-2',
      )}
    >
      <span aria-hidden className="truncate">
        {text}
      </span>
    </Badge>
  );
}

function useGalleryKeys(
  { item, onMove, isSelected, onSelect }: TileProps,
  presser: ReturnType<typeof useAnnouncedPress>,
) {
  const { task, tile } = item;
  const { open } = useLightboxPlace();
  const comparedPlaces = useComparedPlaces();
  const actions = useTaskActions();
  const navigate = useNavigate();
  return (event: KeyboardEvent<HTMLElement>) => {
    const action = findKeyAction(event, singleKeys.get());
    // Enter and Space trigger the same click, which selects or opens.
    if (!action || action.kind === 'open') return;
    event.preventDefault();
    if (action.kind === 'step') onMove(item.key, action.by < 0 ? 'left' : 'right');
    else if (action.kind === 'row') onMove(item.key, action.by < 0 ? 'up' : 'down');
    else if (action.kind === 'pick') open({ task: task.id, n: action.n }, event.currentTarget);
    else if (action.kind === 'details') void navigate({ to: `/task/${task.id}` });
    else if (isSelected === undefined)
      actOnPicture(action.kind, tile.n, { task, presser, actions, picks: comparedPlaces });
    else if (action.kind === 'star') onSelect();
  };
}
