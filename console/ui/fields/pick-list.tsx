/** A field one seeks by, and under it what was found: arrows move, Enter or a click picks. */
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from '../class-names.ts';
import { isCommit } from '../keys.ts';

interface PickListProps<Item> {
  readonly label: string;
  readonly hint?: string;
  readonly asked: string;
  readonly onAsk: (asked: string) => void;
  /** What was found for what is asked, the first at hand. */
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** The one that was chosen before; without it, the one at hand counts. */
  readonly chosen?: Item;
  readonly onPick: (item: Item) => void;
  readonly children: (item: Item) => ReactNode;
}

export function PickList<Item>(props: PickListProps<Item>) {
  const { label, hint = label, asked, onAsk, items, keyOf, chosen, onPick, children } = props;
  const id = useId();
  const [place, setPlace] = useState(() => (chosen ? Math.max(0, items.indexOf(chosen)) : 0));
  const atHand = items[place];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      const next = (place + step + items.length) % Math.max(1, items.length);
      event.preventDefault();
      setPlace(next);
      document.getElementById(`${id}${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (isCommit(event) && atHand) {
      // What is picked may close the list: the key would then press the button that opened it, which has the focus again.
      event.preventDefault();
      onPick(atHand);
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
        aria-activedescendant={atHand && `${id}${place}`}
        placeholder={hint}
        autoFocus
        value={asked}
        onChange={event => {
          onAsk(event.target.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={id} role="listbox" aria-label={label} className="mt-2 max-h-90 overflow-auto">
        {items.map((item, index) => (
          <li
            key={keyOf(item)}
            id={`${id}${index}`}
            role="option"
            aria-selected={chosen ? item === chosen : index === place}
            className={classes(
              'flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1',
              index === place && 'bg-raised',
            )}
            onClick={() => onPick(item)}
            onMouseMove={() => setPlace(index)}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    </>
  );
}
