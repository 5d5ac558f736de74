/** The errors of the prompt, with suggested corrections. */
import { fillText, type ErrorDetails, type Language } from '@kinora/shared/errors/fill-text';
import { problemDetails } from '@kinora/shared/prompt/problem-details';
import { promptErrors } from '@kinora/shared/errors/prompt-errors';
import { TriangleExclamationPoint } from '../../icons/icons.ts';
import { offerFixes, type Fix } from '../../prompt/offer-fixes.ts';
import type { PlacedProblem } from '../../prompt/read-draft.ts';
import { Button } from '../../ui/button.tsx';
import { formatBytes } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/language.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { maxBytes, maxBytesTogether, maxEdge, maxPictures } from '../../forms/check-picture.ts';
import type { Create } from './state/use-create.ts';
import { faultMessages, type Limits } from './fault-messages.ts';
import { imageMessages } from './messages.ts';

const maxShown = 3;

export interface FaultsProps {
  readonly create: Create;
  readonly problems: readonly PlacedProblem[];
  readonly onFixed: () => void;
}

export function FaultList({ create, problems, onFixed }: FaultsProps) {
  const { rejectedPictures } = create.pictures;
  const t = useMessages(faultMessages);
  const limits = {
    large: formatBytes(maxBytes),
    together: formatBytes(maxBytesTogether),
    edge: maxEdge,
    many: maxPictures,
  };
  const tooMany = useTooMany(create);
  return (
    <>
      {problems.slice(0, maxShown).map(placedProblem => (
        <Fault
          key={`${placedProblem.problem.code} ${placedProblem.from}`}
          {...{ create, placedProblem, onFixed }}
        />
      ))}
      {tooMany && <Line labels={tooMany} />}
      {rejectedPictures.map(({ name, fault }) => {
        const format: (name: string, limits: Limits) => string = t[fault];
        return <Line key={name} labels={format(name, limits)} />;
      })}
    </>
  );
}

function useTooMany({ price, draft }: Create): string | undefined {
  const language = useLanguage();
  if (!price?.tooMany || draft.prompts.length === 0) return undefined;
  return promptErrorText('tasks_too_many', price.tooMany, language);
}

interface FaultProps extends Pick<FaultsProps, 'create' | 'onFixed'> {
  readonly placedProblem: PlacedProblem;
}

function Fault({ create, placedProblem, onFixed }: FaultProps) {
  const t = useMessages(imageMessages);
  const language = useLanguage();
  const { draft, typedPrompt, setText } = create;
  const { code } = placedProblem.problem;
  const details = problemDetails(placedProblem.problem.details);
  // The server's message lists all parameters, for logs. Here the nearest one is offered as a button.
  const sentence =
    code === 'parameter_unknown'
      ? t.unknownParameter(String(details['parameter']))
      : promptErrorText(code, details, language).replaceAll('`', '');
  const labels: Record<Fix['kind'], (fix: Fix) => string> = {
    replace: fix => t.replaceBy(fix.label),
    version: fix => t.toVersion(fix.label),
    front: () => t.wordsFirst,
    remove: fix => t.remove(fix.label),
  };
  return (
    <Line labels={sentence}>
      {offerFixes(placedProblem, draft, typedPrompt).map(fix => (
        <Button
          key={fix.kind}
          size="s"
          onClick={() => {
            setText(fix.text);
            onFixed();
          }}
        >
          {labels[fix.kind](fix)}
        </Button>
      ))}
    </Line>
  );
}

function promptErrorText(code: keyof typeof promptErrors, details: ErrorDetails, language: Language): string {
  return fillText(promptErrors[code][language], details, language);
}

function Line({ labels, children }: { readonly labels: string; readonly children?: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="flex min-w-0 items-start gap-1.5 text-bad">
        <TriangleExclamationPoint size={14} className="mt-0.5 shrink-0" aria-hidden />
        <span className="line-clamp-3 wrap-anywhere">{labels}</span>
      </p>
      {children && <span className="flex flex-wrap gap-1.5">{children}</span>}
    </div>
  );
}
