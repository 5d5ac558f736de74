/**
 * The picture named by the URL (`?view=<task>.<n>`), enlarged. Render it once on a page with `<TaskRow>`s: it
 * also shows notices, such as for a deletion with its undo, and the selection to compare.
 */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, X } from '../../icons/icons.ts';
import { taskQuery, type Task } from '../../data/tasks/tasks.ts';
import { IconButton } from '../../ui/button.tsx';
import { isTyping, singleKeys } from '../../ui/keys.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { CompareBar } from '../compare/compare-bar.tsx';
import { LightboxDetails } from './lightbox-details.tsx';
import { ModalDialog } from '../modals/modal-dialog.tsx';
import { BottomCorner } from '../notices/notices-view.tsx';
import {
  useCompare,
  usePreservedPicks,
  useComparedPlaces,
  useLightboxPlace,
  type View,
} from '../view-address.ts';
import { findKeyAction } from '../keys/picture-keys.ts';
import { Stage } from './stage.tsx';
import { listTiles, type Place } from '../tiles.ts';
import { useTaskActions } from '../actions/use-task-actions.ts';
import { useAnnouncedPress } from '../actions/use-announced-press.ts';
import type { Swipe } from '../zoom/use-zoom.ts';
import { actOnPicture } from '../keys/use-tile-keys.ts';
import { findNeighbors } from './neighbors.ts';
import { pictureMessages } from '../messages.ts';

const Compare = lazy(() => import('../compare/compare.tsx').then(module => ({ default: module.Compare })));

interface LightboxProps {
  /** In page order, for the ↑ and ↓ keys. */
  readonly tasks: readonly Task[];
  readonly onUsePrompt?: (task: Task) => void;
  /** The page's own bar, at its foot. */
  readonly foot?: ReactNode;
}

export function Lightbox({ tasks, onUsePrompt, foot }: LightboxProps) {
  const view = useLightboxPlace();
  const { places } = useCompare();
  if (view.place) return <OpenLightbox {...{ tasks, onUsePrompt, view }} place={view.place} />;
  if (places.length > 1)
    return (
      <Suspense>
        <Compare places={places} tasks={tasks} />
      </Suspense>
    );
  return (
    <BottomCorner>
      {foot}
      <CompareBar tasks={tasks} />
    </BottomCorner>
  );
}

interface OpenLightboxProps {
  readonly tasks: readonly Task[];
  readonly onUsePrompt?: ((task: Task) => void) | undefined;
  readonly view: View;
  readonly place: Place;
}

function OpenLightbox({ tasks, onUsePrompt, view, place }: OpenLightboxProps) {
  const t = useMessages(pictureMessages);
  const dialog = useDialog(place);
  usePreservedPicks();
  const listedTask = tasks.find(({ id }) => id === place.task);
  const { data, isError } = useQuery({ ...taskQuery(place.task), enabled: !listedTask });
  const task = listedTask ?? data;
  return (
    <dialog
      ref={dialog}
      aria-label={t.large}
      className="m-0 h-dvh max-h-none w-screen max-w-none animate-[appear_180ms] overflow-hidden bg-stage p-0 text-text backdrop:bg-black"
      onCancel={event => {
        event.preventDefault();
        if (event.target === dialog.current) view.close();
      }}
    >
      {task ? (
        <ShownTask {...{ task, tasks, view, place, onUsePrompt }} />
      ) : (
        isError && <p className="grid h-full place-items-center text-white">{t.notFound}</p>
      )}
      <IconButton
        icon={X}
        label={t.close}
        className="fixed! top-3 right-3 bg-black/60! text-white! md:right-83"
        onClick={view.close}
      />
      <BottomCorner />
    </dialog>
  );
}

/** Opens with the component. On closing, the focus moves to the tile of the last picture shown. */
function useDialog({ task, n }: Place) {
  const dialog = useRef<HTMLDialogElement>(null);
  const lastPlace = useRef({ task, n });
  useEffect(() => {
    lastPlace.current = { task, n };
  }, [task, n]);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    // The focus is not on the first button, because arrow and letter keys act on the picture.
    dialog.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
    return () => {
      const row = document.querySelector(`[data-task="${CSS.escape(lastPlace.current.task)}"]`);
      const tile = row?.querySelector<HTMLElement>(`[data-tile="${lastPlace.current.n}"]`);
      // Runs after the dialog has left the page; until then nothing behind it can be focused.
      queueMicrotask(() => (tile ?? before)?.focus());
    };
  }, []);
  return dialog;
}

interface ShownTaskProps extends OpenLightboxProps {
  readonly task: Task;
}

function ShownTask({ task, tasks, view, place, onUsePrompt }: ShownTaskProps) {
  const t = useMessages(pictureMessages);
  const presser = useAnnouncedPress(task);
  const actions = useTaskActions();
  const comparedPlaces = useComparedPlaces();
  const navigate = useNavigate();
  const tiles = listTiles(task);
  const tile = tiles[place.n - 1] ?? tiles[0];
  const neighbors = findNeighbors(tasks, { task: task.id, n: tile?.n ?? 1 });
  usePreload([neighbors.before, neighbors.after, neighbors.above, neighbors.below], tasks);
  const root = useFocusInLightbox();
  const show = (to: Place | undefined) => to && view.show(to);
  const onSwipe = (swipe: Swipe) =>
    show(
      { left: neighbors.after, right: neighbors.before, up: neighbors.below, down: neighbors.above }[swipe],
    );
  const remove = async () => {
    await actions.remove([task]);
    const to = neighbors.below ?? neighbors.above;
    if (to) view.show(to);
    else view.close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isTyping(event.nativeEvent) || !isIn(event)) return;
    const action = findKeyAction(event, singleKeys.get());
    if (!action || (action.kind === 'open' && isPressable(event.target))) return;
    event.preventDefault();
    if (action.kind === 'step') show(action.by < 0 ? neighbors.before : neighbors.after);
    else if (action.kind === 'row') show(action.by < 0 ? neighbors.above : neighbors.below);
    else if (action.kind === 'pick') show(tiles[action.n - 1] && { task: task.id, n: action.n });
    else if (action.kind === 'details') void navigate({ to: `/task/${task.id}` });
    else if (action.kind === 'delete') void remove();
    else if (action.kind === 'open') view.close();
    else
      actOnPicture(action.kind, tile?.n ?? 1, {
        task,
        presser,
        actions: { ...actions, remove },
        picks: comparedPlaces,
      });
  };
  return (
    <div
      ref={root}
      tabIndex={-1}
      className="flex h-full outline-none max-md:flex-col max-md:overflow-y-auto"
      onKeyDown={onKeyDown}
    >
      {tile ? (
        <Stage key={`${task.id} ${tile.n}`} {...{ task, tile, onSwipe }}>
          <NavigationButtons next={neighbors} onShow={show} />
        </Stage>
      ) : (
        <div className="relative flex-1 bg-stage max-md:h-40">
          <NavigationButtons next={neighbors} onShow={show} />
        </div>
      )}
      <LightboxDetails
        {...{ presser, onUsePrompt }}
        n={tile?.n ?? 1}
        actions={{ ...actions, remove }}
        onShow={view.show}
      />
      <ModalDialog presser={presser} />
      <span className="sr-only" role="status">
        {tile && (tile.kind === 'clip' ? t.clip(tile.n, tiles.length) : t.image(tile.n, tiles.length))}
      </span>
    </div>
  );
}

/** When the focused button disappears with its picture, moves the focus so that keys still work. */
function useFocusInLightbox() {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const dialog = root.current?.closest('dialog');
    const { activeElement } = document;
    const isOn = activeElement?.matches('button, a, input') && dialog?.contains(activeElement);
    if (!isOn) root.current?.focus({ preventScroll: true });
  });
  return root;
}

/** Whether the event occurred in this dialog, not in one above it. */
function isIn(event: KeyboardEvent<HTMLElement>): boolean {
  const { target, currentTarget } = event;
  return target instanceof Element && target.closest('dialog') === currentTarget.closest('dialog');
}

function isPressable(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, video, summary') !== null;
}

interface NavigationButtonsProps {
  readonly next: ReturnType<typeof findNeighbors>;
  readonly onShow: (to: Place | undefined) => void;
}

/** Buttons that do the same as the arrow keys and swipes. */
function NavigationButtons({ next, onShow }: NavigationButtonsProps) {
  const t = useMessages(pictureMessages);
  const buttonClass = 'absolute! bg-black/60! text-white!';
  return (
    <>
      {next.before && (
        <IconButton
          icon={ChevronLeft}
          label={t.before}
          className={`${buttonClass} top-1/2 left-3`}
          onClick={() => onShow(next.before)}
        />
      )}
      {next.after && (
        <IconButton
          icon={ChevronRight}
          label={t.after}
          className={`${buttonClass} top-1/2 right-3`}
          onClick={() => onShow(next.after)}
        />
      )}
      {next.above && (
        <IconButton
          icon={ChevronUp}
          label={t.taskBefore}
          className={`${buttonClass} top-3 left-3`}
          onClick={() => onShow(next.above)}
        />
      )}
      {next.below && (
        <IconButton
          icon={ChevronDown}
          label={t.taskAfter}
          className={`${buttonClass} bottom-3 left-3`}
          onClick={() => onShow(next.below)}
        />
      )}
    </>
  );
}

/** Preloads the neighbors, so that they appear immediately. */
function usePreload(places: readonly (Place | undefined)[], tasks: readonly Task[]): void {
  const urls = places.flatMap(place => {
    const task = place && tasks.find(({ id }) => id === place.task);
    const tile = task && listTiles(task)[place.n - 1];
    return tile?.kind === 'picture' && tile.url ? [tile.url] : [];
  });
  const key = urls.join(' ');
  useEffect(() => {
    for (const url of key.split(' ').filter(Boolean)) new Image().src = url;
  }, [key]);
}
