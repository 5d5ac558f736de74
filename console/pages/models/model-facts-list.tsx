/** A model's results, inputs and access. */
import type { ModelDetails } from '../../data/models/models.ts';
import { isNeutralFactor } from '../../data/models/price.ts';
import { useParameterNames } from '../../forms/messages.ts';
import { plainFactor } from '../../prices/price-sum.tsx';
import { secondsText } from '../../prices/modes.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { modelMessages } from './messages.ts';

export function ModelFactsList({ model }: { readonly model: ModelDetails }) {
  const t = useMessages(modelMessages);
  const { parameterName } = useParameterNames();
  const operations = t.operations as Readonly<Record<string, string>>;
  const seconds = secondsText(model);
  const pictures = Object.entries(model.references).map(
    ([field, { max, required }]) =>
      `${parameterName(field)} (${t.upToPictures(max)}, ${required ? t.required : t.optional})`,
  );
  const groups = model.groups.map(({ name, factor }) =>
    factor === undefined || isNeutralFactor(factor) ? name : t.groupFactor(name, plainFactor(factor)),
  );
  const unavailable = model.management?.unavailable ?? [];
  const offeredOperations = model.operations.filter(
    name => !unavailable.some(({ operation }) => operation === name),
  );
  const nameIn = (operation: string) => operations[operation] ?? operation;
  const factRows: readonly (readonly [string, string | undefined])[] = [
    [t.makes, offeredOperations.map(nameIn).join(', ')],
    [
      t.unavailable,
      unavailable.map(({ operation, reason }) => `${t.because(nameIn(operation))}${reason}`).join('\n'),
    ],
    [t.defaultFor, model.default_for?.map(nameIn).join(', ')],
    [t.versions, model.versions?.join(', ')],
    [t.pictures, pictures.join(', ') || undefined],
    [t.seconds, seconds && t.inSeconds(seconds)],
    [t.longest, model.longest_seconds === null ? undefined : t.inSeconds(String(model.longest_seconds))],
    [t.groups, groups.join(', ') || t.noGroup],
  ];
  return (
    <dl className="grid gap-2.5">
      {factRows.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="tabular whitespace-pre-line">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
