/** What is wrong with the prompt, in the server's own words, and what would be right. */
import { TriangleAlert } from 'lucide-react';
import { errorText } from '../../../src/errors.ts';
import { offerFixes, type Fix } from '../../prompt/offer-fixes.ts';
import type { PlacedProblem } from '../../prompt/read-draft.ts';
import { Button } from '../../ui/button.tsx';
import { formatBytes } from '../../words/format.ts';
import { useLanguage } from '../../words/language.ts';
import { useWords } from '../../words/words.ts';
import { mostBytes, mostBytesTogether, mostEdge, mostPictures } from './check-picture.ts';
import type { Create } from './use-create.ts';
import { faultWords, type Limits } from './fault-words.ts';
import { imageWords } from './words.ts';

const mostShown = 3;

export interface FaultsProps {
  readonly create: Create;
  readonly problems: readonly PlacedProblem[];
  readonly onMended: () => void;
}

export function FaultList({ create, problems, onMended }: FaultsProps) {
  const { refused } = create.pictures;
  const t = useWords(faultWords);
  const limits = {
    large: formatBytes(mostBytes),
    together: formatBytes(mostBytesTogether),
    edge: mostEdge,
    many: mostPictures,
  };
  const tooMany = useTooMany(create);
  return (
    <>
      {problems.slice(0, mostShown).map(found => (
        <Fault key={`${found.problem.code} ${found.from}`} {...{ create, found, onMended }} />
      ))}
      {tooMany && <Line says={tooMany} />}
      {refused.map(({ name, fault }) => {
        const say: (name: string, limits: Limits) => string = t[fault];
        return <Line key={name} says={say(name, limits)} />;
      })}
    </>
  );
}

function useTooMany({ price, draft }: Create): string | undefined {
  const language = useLanguage();
  if (!price?.tooMany || draft.prompts.length === 0) return undefined;
  return errorText('tasks_too_many', price.tooMany, language);
}

interface FaultProps extends Pick<FaultsProps, 'create' | 'onMended'> {
  readonly found: PlacedProblem;
}

function Fault({ create, found, onMended }: FaultProps) {
  const t = useWords(imageWords);
  const language = useLanguage();
  const { draft, typed, setText } = create;
  const { code, details } = found.problem;
  // The table's sentence names every parameter there is, for who reads it in a log; here the nearest is a button.
  const sentence =
    code === 'parameter_unknown'
      ? t.unknownParameter(String(details['parameter']))
      : errorText(code, details, language).replaceAll('`', '');
  const says: Record<Fix['kind'], (fix: Fix) => string> = {
    replace: fix => t.replaceBy(fix.shown),
    version: fix => t.toVersion(fix.shown),
    front: () => t.wordsFirst,
    remove: fix => t.remove(fix.shown),
  };
  return (
    <Line says={sentence}>
      {offerFixes(found, draft, typed).map(fix => (
        <Button
          key={fix.kind}
          size="s"
          onClick={() => {
            setText(fix.text);
            onMended();
          }}
        >
          {says[fix.kind](fix)}
        </Button>
      ))}
    </Line>
  );
}

function Line({ says, children }: { readonly says: string; readonly children?: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="flex min-w-0 items-start gap-1.5 text-bad">
        <TriangleAlert size={14} className="mt-0.5 shrink-0" aria-hidden />
        <span className="line-clamp-3 wrap-anywhere">{says}</span>
      </p>
      {children && <span className="flex flex-wrap gap-1.5">{children}</span>}
    </div>
  );
}
