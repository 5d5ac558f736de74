/** The operations of an image model, and the versions with which a prompt selects it. */
import { useQuery } from '@tanstack/react-query';
import { modelVersions, nijiVersions } from '@kinora/shared/prompt/image-versions';
import { allModelsQuery } from '../../../data/models/managed-models.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { FieldError } from '../../../ui/fields/field-error.tsx';
import { CheckList } from '../../../ui/fields/check-list.tsx';
import { manageMessages } from '../manage/manage-messages.ts';
import { FormPart } from './form-part.tsx';
import type { PartProps } from './identity-part.tsx';
import { imageOperations, questionOperations } from './model-draft.ts';

export function OperationsPart({ draft, errors, onChange }: PartProps) {
  const t = useMessages(manageMessages);
  const error = errors.at('operations');
  const toggle = (operation: (typeof imageOperations)[number]) => {
    const operations = imageOperations.filter(one => draft.operations.includes(one) !== (one === operation));
    onChange({ ...draft, operations });
  };
  return (
    <FormPart title={t.operations} description={t.operationsDescription}>
      <fieldset>
        <legend className="sr-only">{t.operations}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {imageOperations.map(operation => (
            <label
              key={operation}
              className="flex cursor-pointer items-start gap-2.5 rounded-md border border-line p-2.5 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="checkbox"
                className="mt-0.5 size-4 shrink-0 accent-(--accent)"
                checked={draft.operations.includes(operation)}
                onChange={() => toggle(operation)}
              />
              <span className="min-w-0">
                <span className="block font-medium">{t.operationNames[operation]}</span>
                <span className="block text-xs text-muted">{t.operationDescriptions[operation]}</span>
              </span>
            </label>
          ))}
        </div>
        <FieldError error={error} className="mt-1" />
      </fieldset>
      <DefaultFor {...{ draft, errors, onChange }} />
    </FormPart>
  );
}

/** Selects the operations for which the model is the default of requests that name no model. */
function DefaultFor({ draft, errors, onChange }: PartProps) {
  const t = useMessages(manageMessages);
  const supportedOperations = questionOperations.filter(operation => draft.operations.includes(operation));
  const error = errors.at('default_for');
  if (supportedOperations.length === 0) return null;
  const choices = supportedOperations.map(value => ({ value, label: t.operationNames[value] }));
  const choose = (operations: readonly string[]) =>
    onChange({ ...draft, defaultFor: questionOperations.filter(one => operations.includes(one)) });
  return (
    <div className="grid gap-1.5">
      <CheckList label={t.defaultFor} choices={choices} values={draft.defaultFor} onChange={choose} />
      <p className="text-xs text-muted">{t.defaultForDescription}</p>
      <FieldError error={error} />
    </div>
  );
}

const rows = [
  modelVersions.map(version => ({ version, flag: `--v ${version}` })),
  nijiVersions.map(version => ({ version: `niji ${version}`, flag: `--niji ${version}` })),
];

export function VersionsPart({ draft, errors, onChange }: PartProps) {
  const t = useMessages(manageMessages);
  const error = errors.at('versions');
  const toggle = (version: string) => {
    const versions = rows
      .flat()
      .map(one => one.version)
      .filter(one => draft.versions.includes(one) !== (one === version));
    onChange({ ...draft, versions });
  };
  return (
    <FormPart title={t.versions} description={t.versionsDescription}>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t.versions}</legend>
        {rows.map(row => (
          <div key={row[0]?.version} className="flex flex-wrap gap-1.5">
            {row.map(({ version, flag }) => (
              <label
                key={version}
                className="tabular flex min-h-8 cursor-pointer items-center rounded-md border border-line px-2.5 font-mono text-xs text-muted hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:min-h-10"
              >
                <input
                  type="checkbox"
                  className="sr-only"
                  checked={draft.versions.includes(version)}
                  onChange={() => toggle(version)}
                />
                {flag}
              </label>
            ))}
          </div>
        ))}
        <FieldError error={error} />
        <VersionLosses draft={draft} />
      </fieldset>
    </FormPart>
  );
}

/** Shows the models that lose one of the selected versions to this one. */
function VersionLosses({ draft }: Pick<PartProps, 'draft'>) {
  const t = useMessages(manageMessages);
  const { data = [] } = useQuery(allModelsQuery);
  const losingModels = data.filter(
    ({ id, group, versions }) =>
      id !== draft.id && group === draft.group && versions?.some(version => draft.versions.includes(version)),
  );
  if (losingModels.length === 0) return null;
  const takenVersions = rows
    .flat()
    .filter(
      ({ version }) =>
        draft.versions.includes(version) && losingModels.some(({ versions }) => versions?.includes(version)),
    );
  return (
    <p className="text-xs text-muted">
      {t.takesOver(
        takenVersions.map(({ flag }) => flag).join(', '),
        losingModels.map(({ name }) => name).join(', '),
      )}
    </p>
  );
}
