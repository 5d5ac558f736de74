/** The fields of a schema; nested fields are rendered when opened. */
import { useMessages } from '../../i18n/catalogue.ts';
import { formatCount } from '../../i18n/format.ts';
import { Collapsible } from './collapsible.tsx';
import { Markdown } from './markdown.tsx';
import { readShape, type Field, type Kind, type Limit, type Shape } from './schema.ts';
import { referenceMessages } from './messages.ts';

export function FieldList({ fields }: { readonly fields: readonly Field[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {fields.map(field => (
        <FieldLine key={field.name} field={field} />
      ))}
    </ul>
  );
}

function FieldLine({ field: { name, isRequired, schema } }: { readonly field: Field }) {
  const t = useMessages(referenceMessages);
  const shape = readShape(schema);
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-mono text-sm font-semibold wrap-anywhere">{name}</code>
        <span className="text-xs text-muted">{kindsText(t, shape)}</span>
        {isRequired && <span className="text-xs font-medium text-warn">{t.required}</span>}
      </p>
      {schema.description && (
        <p className="mt-0.5 text-sm">
          <Markdown text={schema.description} />
        </p>
      )}
      <Bounds shape={shape} />
      {shape.fields.length > 0 && (
        <Collapsible title={t.fields(shape.fields.length)} className="mt-1 -ml-2">
          <div className="my-1 ml-2 border-l-2 border-line pl-3">
            <FieldList fields={shape.fields} />
          </div>
        </Collapsible>
      )}
    </li>
  );
}

type Words = ReturnType<typeof useMessages<(typeof referenceMessages)['en']>>;

function kindsText(t: Words, { kinds, itemKinds, isNullable }: Shape): string {
  const kindNames = kinds.map((kind: Kind) =>
    kind === 'list' && itemKinds.length > 0
      ? t.listLabel(itemKinds.map(item => t.kinds[item]).join(' | '))
      : t.kinds[kind],
  );
  return [...kindNames, ...(isNullable ? ['null'] : [])].join(' | ');
}

function Bounds({ shape: { values, defaultValue, limits, pattern } }: { readonly shape: Shape }) {
  const t = useMessages(referenceMessages);
  const facts = [
    ...limits.map(limit => limitText(t, limit)),
    ...(defaultValue === undefined ? [] : [t.default(defaultValue)]),
    ...(pattern === undefined || values.length > 0 ? [] : [t.pattern(pattern)]),
  ];
  return (
    <>
      {values.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-1">
          {values.map(value => (
            <code key={value} className="rounded-sm border border-line bg-surface px-1.5 font-mono text-xs">
              {value}
            </code>
          ))}
        </p>
      )}
      {facts.length > 0 && <p className="mt-0.5 text-xs text-muted wrap-anywhere">{facts.join(' · ')}</p>}
    </>
  );
}

function limitText(t: Words, { measure, min, max }: Limit): string {
  const [from, to] = [min, max].map(number => (number === undefined ? undefined : formatCount(number)));
  const range =
    from === undefined
      ? t.atMost(to ?? '')
      : to === undefined
        ? t.atLeast(from)
        : from === to
          ? from
          : t.range(from, to);
  return `${t.limits[measure]} ${range}`;
}
