/** A search field with a list of results: arrow keys move, Enter or a click selects. */
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from '../class-names.ts';
import { isCommit } from '../keys.ts';

interface PickListProps<Item> {
  readonly label: string;
  readonly hint?: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** The results for the current query; the first is active by default. */
  readonly items: readonly Item[];
  readonly toKey: (item: Item) => string;
  /** The selected item. Without it, the active item is announced as selected. */
  readonly selected?: Item;
  readonly onPick: (item: Item) => void;
  readonly children: (item: Item) => ReactNode;
}

export function PickList<Item>(props: PickListProps<Item>) {
  const { label, hint = label, query, onQuery, items, toKey, selected, onPick, children } = props;
  const id = useId();
  const [activeIndex, setActiveIndex] = useState(() => (selected ? Math.max(0, items.indexOf(selected)) : 0));
  const active = items[activeIndex];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      const nextIndex = (activeIndex + step + items.length) % Math.max(1, items.length);
      event.preventDefault();
      setActiveIndex(nextIndex);
      document.getElementById(`${id}${nextIndex}`)?.scrollIntoView({ block: 'nearest' });
    } else if (isCommit(event) && active) {
      // Selecting may close the list. The key press would then activate the button that opened
      // it, which has regained focus.
      event.preventDefault();
      onPick(active);
    }
  };
  return (
    <>
      <input
        className="field"
        role="combobox"
        aria-label={label}
        aria-expanded={items.length > 0}
        aria-controls={id}
        aria-activedescendant={active && `${id}${activeIndex}`}
        placeholder={hint}
        autoFocus
        value={query}
        onChange={event => {
          onQuery(event.target.value);
          setActiveIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={id} role="listbox" aria-label={label} className="mt-2 max-h-90 overflow-auto">
        {items.map((item, index) => (
          <li
            key={toKey(item)}
            id={`${id}${index}`}
            role="option"
            aria-selected={selected ? item === selected : index === activeIndex}
            className={classes(
              'flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1',
              index === activeIndex && 'bg-raised',
            )}
            onClick={() => onPick(item)}
            onMouseMove={() => setActiveIndex(index)}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    </>
  );
}
