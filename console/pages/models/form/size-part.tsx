/** The pixel sizes that an image model makes. */
import { bindFields, trimText } from '../../../forms/bind-fields.ts';
import { FieldError } from '../../../ui/fields/field-error.tsx';
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
  const change = (changes: Partial<SizeDraft>) => onChange({ ...draft, sizes: { ...sizes, ...changes } });
  const bind = bindFields(sizes, change);
  return (
    <FormPart title={t.sizes} description={t.sizesDescription}>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label={t.sizeMultiple}
          hint={t.sizeMultipleHint}
          inputMode="numeric"
          autoComplete="off"
          placeholder="8"
          {...bind('multiple', { convert: trimText })}
        />
        <TextField
          label={t.sizeMin}
          hint={t.sizePixelsHint}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t.noLimit}
          {...bind('minMegapixels', { convert: trimText })}
        />
        <TextField
          label={t.sizeMax}
          hint={t.sizePixelsHint}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t.noLimit}
          {...bind('maxMegapixels', { convert: trimText })}
        />
      </div>
      <TextField
        label={t.sizeList}
        hint={t.sizeListHint}
        autoComplete="off"
        spellCheck={false}
        placeholder="1024x1024, 1536x1024, 1024x1536"
        {...bind('list')}
      />
      <FieldError error={error} />
    </FormPart>
  );
}
