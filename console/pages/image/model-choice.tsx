/**
 * The model that generates, if the token can use several: the chosen one, unless the prompt names
 * another, or that of the version.
 */
import { Shapes } from '../../icons/icons.ts';
import type { Model } from '../../data/models/models.ts';
import { modelFor } from '../../prompt/price-run.ts';
import { setParameter } from '../../prompt/set-parameter.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { gridModels } from './state/use-chosen-model.ts';
import type { Create } from './state/use-create.ts';
import { imageMessages } from './messages.ts';

export function ModelChoice({ create }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const { typedPrompt, draft, models, text, setText, chosenModel } = create;
  const choices = gridModels(models);
  const { version, model: name = '' } = draft.read;
  const model = typedPrompt.aliases?.[name] ?? name;
  if (choices.length < 2) return null;
  const byVersion = modelFor(models, 'grid', { version });
  const choose = (id: string) => {
    chosenModel.choose(id);
    setText(withoutModel(text, { model: choices.find(one => one.id === id), version }));
  };
  return (
    <span className="relative inline-flex max-w-52 min-w-0 items-center">
      <Shapes size={14} className="pointer-events-none absolute left-2.5 text-muted" aria-hidden />
      <select
        aria-label={t.model}
        title={t.model}
        value={choices.some(({ id }) => id === model) ? model : ''}
        onChange={event => choose(event.target.value)}
        className="h-9 w-full min-w-0 truncate rounded-md border border-transparent bg-transparent pr-1 pl-8 text-sm hover:bg-raised pointer-coarse:h-11"
      >
        <option value="">{t.modelOfVersion(byVersion?.name ?? '')}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

interface Choice {
  /** Undefined means the model of the version. */
  readonly model: Model | undefined;
  readonly version: string;
}

/** Drops the model that the text names, and a version that the chosen model does not have. */
function withoutModel(text: string, { model, version }: Choice): string {
  const textWithoutModel = setParameter(text, 'model', undefined);
  const versions = model?.versions ?? [];
  return versions.length === 0 || versions.includes(version)
    ? textWithoutModel
    : setParameter(textWithoutModel, 'version', undefined);
}

export function ModelUnavailable({ create: { chosenModel, price } }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  if (chosenModel.unavailable === undefined || !price?.model) return null;
  return (
    <p role="status" className="text-sm text-warn">
      {t.modelUnavailable(chosenModel.unavailable, price.model.name)}
    </p>
  );
}
