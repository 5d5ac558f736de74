/** Adds a picture to the selection to compare, or removes it. The pointer's equivalent of the C key. */
import { Columns2 } from '../../icons/icons.ts';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { useComparedPlaces } from '../view-address.ts';
import type { Place } from '../tiles.ts';
import { pictureMessages } from '../messages.ts';

interface CompareToggleProps {
  readonly place: Place;
  /** Over a picture, on hover. */
  readonly isOver?: boolean;
}

export function CompareToggle({ place, isOver = false }: CompareToggleProps) {
  const t = useMessages(pictureMessages);
  const { has, toggle } = useComparedPlaces();
  const isIn = has(place);
  return (
    <IconButton
      size="s"
      icon={Columns2}
      aria-pressed={isIn}
      label={t.compare(place.n)}
      tabIndex={isOver ? -1 : undefined}
      className={classes(
        isIn && !isOver && 'text-accent!',
        // The ring around the picture shows the selection, because the light theme's
        // accent is invisible on black.
        isOver &&
          'absolute! top-1.5 left-1.5 bg-black/70! text-white! transition-opacity duration-120 pointer-coarse:hidden!',
        isOver && !isIn && 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100',
      )}
      onClick={() => toggle(place)}
    />
  );
}
