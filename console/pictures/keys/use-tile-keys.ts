/** Keyboard shortcuts on a focused tile. */
import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import type { Task } from '../../data/tasks/tasks.ts';
import { singleKeys } from '../../ui/keys.ts';
import { findButton } from '../actions/buttons.ts';
import { pickFocus, rowFocus, stepFocus } from './move-focus.ts';
import type { ComparedPlaces } from '../view-address.ts';
import { findKeyAction, type PictureAction } from './picture-keys.ts';
import type { TaskActions } from '../actions/use-task-actions.ts';
import type { Presser } from '../actions/use-press.ts';

interface TileKeyTargets {
  readonly task: Task;
  readonly presser: Presser;
  readonly actions: TaskActions;
  readonly picks: ComparedPlaces;
  readonly open: (n: number, from: HTMLElement) => void;
}

export function useTileKeys(parts: TileKeyTargets): (event: KeyboardEvent) => void {
  const navigate = useNavigate();
  return event => {
    const tile =
      event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-tile]') : null;
    const action = tile && findKeyAction(event, singleKeys.get());
    if (!tile || !action) return;
    event.preventDefault();
    const n = Number(tile.dataset['tile']);
    if (action.kind === 'step') stepFocus(tile, action.by);
    else if (action.kind === 'row') rowFocus(tile, action.by);
    else if (action.kind === 'pick') pickFocus(tile, action.n);
    else if (action.kind === 'open') parts.open(n, tile);
    else if (action.kind === 'details') void navigate({ to: `/task/${parts.task.id}` });
    else actOnPicture(action.kind, n, parts);
  };
}

/** The lightbox uses these as well. */
export function actOnPicture(
  kind: PictureAction,
  n: number,
  { task, presser, actions, picks }: Omit<TileKeyTargets, 'open'>,
): void {
  const press = (...buttons: readonly (ReturnType<typeof findButton> | undefined)[]) => {
    const button = buttons.find(one => one !== undefined);
    return (options = {}) => button && !presser.busy.has(button.id) && void presser.press(button, options);
  };
  const variation = findButton(task, 'variation', n);
  const [subtle, strong] = variationButtons(task);
  if (kind === 'upscale')
    press(findButton(task, 'select', n), findButton(task, 'select-clip', n), findButton(task, 'enhance'))();
  else if (kind === 'vary') press(variation, subtle)();
  else if (kind === 'vary strongly') press(variation, strong)(variation ? { strong: true } : {});
  else if (kind === 'reroll') press(findButton(task, 'reroll'))();
  else if (kind === 'edit') press(variation, strong)({ enableRemix: true });
  else if (kind === 'animate') press(findButton(task, 'animate', n), findButton(task, 'extend', n))();
  else if (kind === 'star') void actions.star([task], !task.starred);
  else if (kind === 'download') actions.download(task, n);
  else if (kind === 'compare') picks.toggle({ task: task.id, n });
  else if (kind === 'delete') void actions.remove([task]);
}

function variationButtons({ buttons }: Pick<Task, 'buttons'>) {
  const varies = buttons.filter(({ kind }) => kind === 'vary');
  const subtle = varies.find(({ id }) => id.includes('low_variation'));
  return [subtle, varies.find(button => button !== subtle)] as const;
}
