/** The model that generates, if the token can use several: that of the version, or one that the prompt names. */
import { Shapes } from 'lucide-react';
import type { Model } from '../../data/models/models.ts';
import { modelFor } from '../../prompt/price-run.ts';
import { versionFlag } from '@kinora/shared/prompt/image-versions';
import { setParameter } from '../../prompt/set-parameter.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { gridModels, type Create } from './state/use-create.ts';
import { imageMessages } from './messages.ts';

export function ModelChoice({ create }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const { typed, draft, models, text, setText } = create;
  const choices = gridModels(models);
  const { version, model: name = '' } = draft.read;
  const model = typed.aliases?.[name] ?? name;
  if (choices.length < 2) return null;
  const byVersion = modelFor(models, 'grid', { version });
  const choose = (id: string) =>
    setText(
      withModel(text, {
        model: choices.find(one => one.id === id),
        version,
        defaultVersion: typed.version,
      }),
    );
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
  /** Undefined: the model of the version. */
  readonly model: Model | undefined;
  readonly version: string;
  readonly defaultVersion: string;
}

/** The version changes, too, if the model has versions and the current one is not among them. */
function withModel(text: string, { model, version, defaultVersion }: Choice): string {
  const named = setParameter(text, 'model', model && `--model ${model.id}`);
  const versions = model?.versions ?? [];
  const newest = versions.at(-1);
  if (newest === undefined || versions.includes(version)) return named;
  const isDefault = versions.includes(defaultVersion);
  return setParameter(named, 'version', isDefault ? undefined : versionFlag(newest));
}
