/** What an operation answers, by status; of refusals each code with its sentence. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../words/language.ts';
import { useWords } from '../../words/words.ts';
import { classes } from '../../ui/class-names.ts';
import { codesIn, type Answer, type Operation } from './document.ts';
import { Fold } from './fold.tsx';
import { Rich } from './rich.tsx';
import { FieldList } from './schema-fields.tsx';
import { shapeOf } from './schema.ts';
import { referenceWords } from './words.ts';

/** The table is long: it is loaded when somebody looks at a refusal. */
const sentencesQuery = queryOptions({
  queryKey: ['error sentences'],
  queryFn: async () => (await import('../../../src/errors.ts')).errorTable,
  staleTime: Infinity,
});

export function Answers({ operation: { answers } }: { readonly operation: Operation }) {
  const t = useWords(referenceWords);
  const all = Object.entries(answers);
  const isGood = ([status]: [string, Answer]) => /^[123]/.test(status);
  return (
    <>
      <section>
        <h2 className="mb-2 text-lg font-semibold">{t.answers}</h2>
        {all.filter(isGood).map(([status, answer], index) => (
          <Good key={status} {...{ status, answer, isOpen: index === 0 }} />
        ))}
      </section>
      <section>
        <h2 className="mb-2 text-lg font-semibold">{t.errors}</h2>
        {all
          .filter(entry => !isGood(entry))
          .map(([status, answer]) => (
            <Refusal key={status} {...{ status, answer }} />
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

function Good({ status, answer, isOpen }: AnswerProps & { readonly isOpen: boolean }) {
  const t = useWords(referenceWords);
  const [[type, content] = ['', undefined]] = Object.entries(answer.content ?? {});
  const fields = content?.schema ? shapeOf(content.schema).fields : [];
  return (
    <Fold
      isOpen={isOpen}
      title={
        <>
          <Status status={status} />
          <Rich text={answer.description} />
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
    </Fold>
  );
}

function Refusal({ status, answer }: AnswerProps) {
  const codes = codesIn(answer.description);
  return (
    <Fold
      title={
        <>
          <Status status={status} />
          {answer.description.split(':')[0]}
        </>
      }
      note={codes.length || undefined}
    >
      <Codes codes={codes} />
    </Fold>
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
