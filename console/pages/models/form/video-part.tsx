/** The parameters and the input images of a video model. */
import { bindFields } from '../../../forms/bind-fields.ts';
import { TextArea, TextField } from '../../../ui/fields/field.tsx';
import { useMessages } from '../../../i18n/catalogue.ts';
import { manageMessages } from '../manage/manage-messages.ts';
import { FormPart } from './form-part.tsx';
import type { PartProps } from './identity-part.tsx';

export function VideoPart({ draft, errors, onChange }: PartProps) {
  const t = useMessages(manageMessages);
  const bind = bindFields(draft, fields => onChange({ ...draft, ...fields }), errors);
  return (
    <FormPart title={t.parameters} description={t.parametersDescription}>
      <TextArea
        label={t.parametersField}
        hint={t.parametersHint}
        {...bind('parameters')}
        error={errors.at('parameters') ?? (isJson(draft.parameters) ? undefined : t.notJson)}
        rows={8}
        spellCheck={false}
        wrap="off"
        style={{ fontFamily: 'var(--font-mono)', fontSize: 12 }}
      />
      <TextArea
        label={t.references}
        hint={t.referencesHint}
        {...bind('references')}
        error={errors.at('references') ?? (isJson(draft.references) ? undefined : t.notJson)}
        rows={3}
        spellCheck={false}
        style={{ fontFamily: 'var(--font-mono)', fontSize: 12 }}
      />
      <TextField
        label={t.longest}
        hint={t.longestHint}
        type="number"
        min={1}
        max={600}
        className="max-w-80"
        {...bind('longestSeconds', { requestName: 'longest_seconds' })}
      />
    </FormPart>
  );
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
