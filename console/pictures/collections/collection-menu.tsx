/** Adds tasks to a collection, or to a new one. */
import { lazy, Suspense, type ComponentProps } from 'react';
import type { Task } from '../../data/tasks/tasks.ts';
import { Popover } from '../../ui/popover.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { pictureMessages } from '../messages.ts';

const CollectionChoices = lazy(() =>
  import('./collection-choices.tsx').then(module => ({ default: module.CollectionChoices })),
);

interface MenuProps {
  readonly tasks: readonly Task[];
  readonly trigger: ComponentProps<typeof Popover>['trigger'];
}

export function CollectionMenu({ tasks, trigger }: MenuProps) {
  const t = useMessages(pictureMessages);
  return (
    <Popover label={t.collections} className="w-64" trigger={trigger}>
      <Suspense>
        <CollectionChoices tasks={tasks} />
      </Suspense>
    </Popover>
  );
}
