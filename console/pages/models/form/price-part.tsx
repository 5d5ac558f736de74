/** The first price of a model that is added. */
import { FieldError } from '../../../ui/fields/field-error.tsx';
import { RuleEditor } from '../../../prices/editor/rule-editor.tsx';
import { TierFields, UnitChoice } from '../../../prices/editor/unit-choice.tsx';
import { useMessages } from '../../../i18n/catalogue.ts';
import { manageMessages } from '../manage/manage-messages.ts';
import { FormPart } from './form-part.tsx';
import type { PartProps } from './identity-part.tsx';
import { toModelSheet, type ModelDraft } from './model-draft.ts';

export function PricePart({ draft, errors, onChange }: PartProps) {
  const t = useMessages(manageMessages);
  const description = [t.priceDescription, draft.kind === 'image' && t.selectionIsFree]
    .filter(Boolean)
    .join(' ');
  const sheet = toModelSheet(draft);
  const error = errors.at('price');
  const change = (price: ModelDraft['price']) => onChange({ ...draft, price });
  return (
    <FormPart title={t.price} description={description}>
      <UnitChoice draft={draft.price} sheet={sheet} onChange={change} />
      <div>
        <RuleEditor draft={draft.price} sheet={sheet} markedIndex={undefined} onChange={change} />
      </div>
      <div>
        <h3 className="mb-2 text-sm font-medium">{t.tiers}</h3>
        <TierFields draft={draft.price} onChange={change} />
      </div>
      <FieldError error={error} />
    </FormPart>
  );
}
