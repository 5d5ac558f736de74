/** Named views as tabs: predefined ones, and the user's own, stored in this browser. */
import { useState } from 'react';
import { BookmarkPlus, X } from '../../icons/icons.ts';
import { openUserValue } from '../../state/stored-value.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { NameDialog } from '../../ui/dialogs/name-dialog.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { asChange, isSameView, openStates, toView, type TaskSearch, type View } from './views.ts';
import { taskMessages } from './messages.ts';

const storedViews = openUserValue<readonly View[]>('task views', []);

interface SavedViewsProps {
  readonly search: TaskSearch;
  readonly onChange: (change: Partial<TaskSearch>) => void;
}

export function SavedViews({ search, onChange }: SavedViewsProps) {
  const t = useMessages(taskMessages);
  const [isNaming, setNaming] = useState(false);
  const ownViews = storedViews.use();
  const builtIn: readonly View[] = [
    { name: t.viewAll, search: {} },
    { name: t.viewUnderWay, search: { state: openStates } },
    { name: t.viewFailed, search: { state: 'failed', from: 'today' } },
    { name: t.viewSlow, search: { kind: 'video', slower: '60' } },
  ];
  const current = toView(search);
  const isKnownView = [...builtIn, ...ownViews].some(view => isSameView(view.search, current));
  const forget = (view: View) => storedViews.set(ownViews.filter(other => other !== view));
  return (
    <nav
      aria-label={t.views}
      className="mb-3 flex items-center gap-1 overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_var(--line)] max-sm:-mx-4 max-sm:px-4"
    >
      {builtIn.map(view => (
        <Tab key={view.name} {...{ view, current, onChange }} />
      ))}
      {ownViews.map(view => (
        <Tab key={view.name} {...{ view, current, onChange }} onForget={() => forget(view)} />
      ))}
      {!isKnownView && (
        <Button kind="quiet" size="s" icon={BookmarkPlus} onClick={() => setNaming(true)}>
          {t.saveView}
        </Button>
      )}
      {isNaming && (
        <NameDialog
          title={t.saveView}
          label={t.viewName}
          confirm={t.save}
          maxLength={40}
          run={async name =>
            storedViews.set([...ownViews.filter(view => view.name !== name), { name, search: current }])
          }
          onClose={() => setNaming(false)}
        />
      )}
    </nav>
  );
}

interface TabProps {
  readonly view: View;
  readonly current: View['search'];
  readonly onChange: SavedViewsProps['onChange'];
  readonly onForget?: () => void;
}

function Tab({ view, current, onChange, onForget }: TabProps) {
  const t = useMessages(taskMessages);
  const isOn = isSameView(view.search, current);
  return (
    <span
      className={classes(
        'inline-flex shrink-0 items-center border-b-2',
        isOn ? 'border-accent' : 'border-transparent',
      )}
    >
      <button
        type="button"
        aria-current={isOn ? 'page' : undefined}
        className={classes(
          'min-h-9 rounded-md px-2.5 whitespace-nowrap pointer-coarse:min-h-11',
          isOn ? 'font-medium' : 'text-muted hover:text-text',
        )}
        onClick={() => onChange(asChange(view.search))}
      >
        {view.name}
      </button>
      {onForget && isOn && (
        <IconButton size="s" icon={X} label={t.forgetView(view.name)} onClick={onForget} />
      )}
    </span>
  );
}
