/** The seed: random for each run, or fixed. */
import { Dices, Lock, LockOpen } from '../../icons/icons.ts';
import { IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Create } from './state/use-create.ts';
import { imageMessages } from './messages.ts';

export function SeedChoice({ create: { draft, set } }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const { seed } = draft.read;
  const isLocked = seed !== undefined;
  const lock = (value: number) => set('seed', `--seed ${value}`);
  return (
    <div className="flex items-end gap-2">
      <TextField
        className="flex-1"
        label={t.seed}
        inputMode="numeric"
        placeholder={t.seedOpen}
        value={seed === undefined ? '' : String(seed)}
        onChange={({ target: { value } }) => {
          if (value === '') set('seed', undefined);
          else if (/^\d{1,10}$/.test(value)) lock(Math.min(Number(value), 4_294_967_295));
        }}
      />
      {isLocked && <IconButton icon={Dices} label={t.randomSeed} onClick={() => lock(randomSeed())} />}
      <IconButton
        icon={isLocked ? Lock : LockOpen}
        kind="plain"
        label={isLocked ? t.unlockSeed : t.lockSeed}
        aria-pressed={isLocked}
        onClick={() => (isLocked ? set('seed', undefined) : lock(randomSeed()))}
      />
    </div>
  );
}

function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
