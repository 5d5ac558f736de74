/** The pixel sizes that an image model makes. */
import { TextField } from '../../../ui/fields/field.tsx';
import { useMessages } from '../../../i18n/catalogue.ts';
import { manageMessages } from '../manage/manage-messages.ts';
import { FormPart } from './form-part.tsx';
import type { PartProps } from './identity-part.tsx';
import type { SizeDraft } from './model-draft.ts';

export function SizePart({ draft, errors, onChange }: PartProps) {
  const t = useMessages(manageMessages);
  const { sizes } = draft;
  const error = errors.at('sizes');
  const change = (changed: Partial<SizeDraft>) => onChange({ ...draft, sizes: { ...sizes, ...changed } });
  return (
    <FormPart title={t.sizes} description={t.sizesDescription}>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label={t.sizeMultiple}
          hint={t.sizeMultipleHint}
          inputMode="numeric"
          autoComplete="off"
          placeholder="8"
          value={sizes.multiple}
          onChange={event => change({ multiple: event.target.value.trim() })}
        />
        <TextField
          label={t.sizeMin}
          hint={t.sizePixelsHint}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t.noLimit}
          value={sizes.minMegapixels}
          onChange={event => change({ minMegapixels: event.target.value.trim() })}
        />
        <TextField
          label={t.sizeMax}
          hint={t.sizePixelsHint}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t.noLimit}
          value={sizes.maxMegapixels}
          onChange={event => change({ maxMegapixels: event.target.value.trim() })}
        />
      </div>
      <TextField
        label={t.sizeList}
        hint={t.sizeListHint}
        autoComplete="off"
        spellCheck={false}
        placeholder="1024x1024, 1536x1024, 1024x1536"
        value={sizes.list}
        onChange={event => change({ list: event.target.value })}
      />
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </FormPart>
  );
}
