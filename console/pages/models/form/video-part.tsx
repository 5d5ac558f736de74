/** The parameters and the input images of a video model. */
import { TextArea, TextField } from '../../../ui/fields/field.tsx';
import { useMessages } from '../../../i18n/catalogue.ts';
import { manageMessages } from '../manage/manage-messages.ts';
import { FormPart } from './form-part.tsx';
import type { PartProps } from './identity-part.tsx';

export function VideoPart({ draft, errors, onChange }: PartProps) {
  const t = useMessages(manageMessages);
  return (
    <FormPart title={t.parameters} description={t.parametersDescription}>
      <TextArea
        label={t.parametersField}
        hint={t.parametersHint}
        error={errors.at('parameters') ?? (isJson(draft.parameters) ? undefined : t.notJson)}
        rows={8}
        spellCheck={false}
        wrap="off"
        style={{ fontFamily: 'var(--font-mono)', fontSize: 12 }}
        value={draft.parameters}
        onChange={event => onChange({ ...draft, parameters: event.target.value })}
      />
      <TextArea
        label={t.references}
        hint={t.referencesHint}
        error={errors.at('references') ?? (isJson(draft.references) ? undefined : t.notJson)}
        rows={3}
        spellCheck={false}
        style={{ fontFamily: 'var(--font-mono)', fontSize: 12 }}
        value={draft.references}
        onChange={event => onChange({ ...draft, references: event.target.value })}
      />
      <TextField
        label={t.longest}
        hint={t.longestHint}
        error={errors.at('longest_seconds')}
        type="number"
        min={1}
        max={600}
        className="max-w-80"
        value={draft.longestSeconds}
        onChange={event => onChange({ ...draft, longestSeconds: event.target.value })}
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
