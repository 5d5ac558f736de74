/** The responses of an operation by status, with the error codes and their messages. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../i18n/language.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { classes } from '../../ui/class-names.ts';
import { codesIn, type Answer, type Operation } from './document.ts';
import { Collapsible } from './collapsible.tsx';
import { Markdown } from './markdown.tsx';
import { FieldList } from './schema-fields.tsx';
import { readShape } from './schema.ts';
import { referenceMessages } from './messages.ts';

/** The table is large, so it is loaded when an error response is opened. */
const sentencesQuery = queryOptions({
  queryKey: ['error sentences'],
  queryFn: async () => (await import('@kinora/shared/errors/errors')).errorTable,
  staleTime: Infinity,
});

export function Answers({ operation: { answers } }: { readonly operation: Operation }) {
  const t = useMessages(referenceMessages);
  const responses = Object.entries(answers);
  const isGood = ([status]: [string, Answer]) => /^[123]/.test(status);
  return (
    <>
      <section>
        <h2 className="mb-2 text-lg font-semibold">{t.answers}</h2>
        {responses.filter(isGood).map(([status, answer], index) => (
          <SuccessAnswer key={status} {...{ status, answer, isOpen: index === 0 }} />
        ))}
      </section>
      <section>
        <h2 className="mb-2 text-lg font-semibold">{t.errors}</h2>
        {responses
          .filter(entry => !isGood(entry))
          .map(([status, answer]) => (
            <ErrorAnswer key={status} {...{ status, answer }} />
          ))}
      </section>
    </>
  );
}

interface AnswerProps {
  readonly status: string;
  readonly answer: Answer;
}

function Status({ status }: { readonly status: string }) {
  const color = /^[12]/.test(status) ? 'text-ok' : status.startsWith('3') ? 'text-info' : 'text-bad';
  return <code className={classes('mr-2 font-mono font-semibold', color)}>{status}</code>;
}

function SuccessAnswer({ status, answer, isOpen }: AnswerProps & { readonly isOpen: boolean }) {
  const t = useMessages(referenceMessages);
  const [[type, content] = ['', undefined]] = Object.entries(answer.content ?? {});
  const fields = content?.schema ? readShape(content.schema).fields : [];
  return (
    <Collapsible
      isOpen={isOpen}
      title={
        <>
          <Status status={status} />
          <Markdown text={answer.description} />
        </>
      }
      note={type}
    >
      <div className="py-2 pl-5">
        {fields.length > 0 ? (
          <FieldList fields={fields} />
        ) : (
          <p className="text-sm text-muted">{type || t.noBody}</p>
        )}
      </div>
    </Collapsible>
  );
}

function ErrorAnswer({ status, answer }: AnswerProps) {
  const codes = codesIn(answer.description);
  return (
    <Collapsible
      title={
        <>
          <Status status={status} />
          {answer.description.split(':')[0]}
        </>
      }
      note={codes.length || undefined}
    >
      <Codes codes={codes} />
    </Collapsible>
  );
}

function Codes({ codes }: { readonly codes: readonly string[] }) {
  const language = useLanguage();
  const { data: table } = useQuery(sentencesQuery);
  const sentences = table as Readonly<Record<string, { en: string; zh: string }>> | undefined;
  return (
    <dl className="grid gap-2 py-2 pl-5">
      {codes.map(code => (
        <div key={code}>
          <dt>
            <code className="font-mono text-xs font-semibold">{code}</code>
          </dt>
          <dd className="text-sm text-muted">{sentences?.[code]?.[language]}</dd>
        </div>
      ))}
    </dl>
  );
}
