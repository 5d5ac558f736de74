/** The pictures selected to compare, at the foot of the page. */
import { Columns2, X } from '../../icons/icons.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { useCompare, useComparedPlaces } from '../view-address.ts';
import { placeText, listTiles } from '../tiles.ts';
import { pictureMessages } from '../messages.ts';

export function CompareBar({ tasks }: { readonly tasks: readonly Task[] }) {
  const t = useMessages(pictureMessages);
  const { places, toggle, clear } = useComparedPlaces();
  const { open } = useCompare();
  if (places.length === 0) return null;
  return (
    <section
      aria-label={t.compareBar}
      className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-2 rounded-xl border border-line-strong bg-raised p-2 shadow-float"
    >
      {places.map((place, index) => {
        const task = tasks.find(({ id }) => id === place.task);
        const tile = task && listTiles(task)[place.n - 1];
        return (
          <button
            key={placeText(place)}
            type="button"
            className="group relative size-12 overflow-hidden rounded-md bg-bg"
            aria-label={t.removePick(index + 1)}
            title={t.removePick(index + 1)}
            onClick={() => toggle(place)}
          >
            {tile?.thumbnail && <img src={tile.thumbnail} alt="" className="size-full object-cover" />}
            <X
              size={14}
              className="absolute top-0.5 right-0.5 rounded-full bg-black/70 p-0.5 text-white"
              aria-hidden
            />
          </button>
        );
      })}
      <Button kind="primary" icon={Columns2} disabled={places.length < 2} onClick={() => open(places)}>
        {t.compareThese(places.length)}
      </Button>
      <IconButton icon={X} label={t.clear} onClick={clear} />
    </section>
  );
}
