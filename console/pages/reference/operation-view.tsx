/** An operation: parameters, responses, and the request beside them. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ArrowLeft } from '../../icons/icons.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { CopyButton } from '../../ui/formatted-values.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { Answers } from './answers.tsx';
import type { Operation, Parameter } from './document.ts';
import { Method } from './method.tsx';
import { FieldList } from './schema-fields.tsx';
import { readShape } from './schema.ts';
import { TryIt } from './try-it.tsx';
import { referenceMessages } from './messages.ts';

export function OperationView({ operation }: { readonly operation: Operation }) {
  const t = useMessages(referenceMessages);
  const { method, path, summary, needs } = operation;
  return (
    <article data-operation={operation.id} className="p-4 md:p-6 lg:p-8">
      <Link
        to="/reference"
        search={(before: object) => ({ ...before, op: undefined })}
        className={`${buttonClasses('quiet', 's')} mb-3 -ml-2 lg:hidden!`}
      >
        <ArrowLeft size={14} aria-hidden />
        {t.all}
      </Link>
      <h1 className="text-xl font-semibold text-balance">{summary}</h1>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <Method name={method} />
        <code className="font-mono text-sm wrap-anywhere">{path}</code>
        <CopyButton text={path} />
      </p>
      <p className="mt-1 text-sm text-muted">{t.needs[needs]}</p>
      <div className="mt-6 grid items-start gap-8 min-[1400px]:grid-cols-[minmax(0,1fr)_minmax(0,400px)] 2xl:grid-cols-[minmax(0,1fr)_minmax(0,520px)]">
        <div className="grid min-w-0 gap-8">
          <RequestFields operation={operation} />
          <Answers operation={operation} />
        </div>
        <div className="min-w-0 max-[1399px]:order-first min-[1400px]:sticky min-[1400px]:top-16 min-[1400px]:max-h-[calc(100dvh-64px)] min-[1400px]:overflow-y-auto min-[1400px]:pb-6">
          <TryIt operation={operation} />
        </div>
      </div>
    </article>
  );
}

const places = ['path', 'query', 'header'] as const;

function RequestFields({ operation: { parameters, bodies } }: { readonly operation: Operation }) {
  const t = useMessages(referenceMessages);
  const types = Object.keys(bodies);
  const [contentType, setContentType] = useState(types[0] ?? '');
  const body = bodies[contentType];
  return (
    <>
      {places.map(place => {
        const placeParameters = parameters.filter(parameter => parameter.in === place);
        if (placeParameters.length === 0) return null;
        return (
          <section key={place}>
            <h2 className="mb-2 text-lg font-semibold">{t.place[place]}</h2>
            <FieldList fields={placeParameters.map(toField)} />
          </section>
        );
      })}
      {body && (
        <section>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <h2 className="text-lg font-semibold">{t.body}</h2>
            {types.length > 1 && (
              <SegmentedControl
                label={t.body}
                isQuiet
                value={contentType}
                segments={types.map(value => ({ value, label: value }))}
                onChange={setContentType}
              />
            )}
          </div>
          <FieldList fields={readShape(body).fields} />
        </section>
      )}
    </>
  );
}

function toField({ name, required = false, description, schema }: Parameter) {
  return { name, isRequired: required, schema: { ...(description && { description }), ...schema } };
}
