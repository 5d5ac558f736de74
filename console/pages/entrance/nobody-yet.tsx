/** Before the set-up link was used: where it is. */
import { useWords } from '../../words/words.ts';
import { Frame } from './frame.tsx';
import { entranceWords } from './words.ts';

export function NobodyYet() {
  const t = useWords(entranceWords);
  return (
    <Frame title={t.nobodyYet} intro={t.nobodyYetWhy}>
      <p className="mb-1.5 text-sm font-medium">{t.inLog}</p>
      <pre className="card overflow-x-auto p-4 font-mono text-xs text-muted" tabIndex={0}>
        {'Make yourself its operator, once, within a day:\n  '}
        <span className="text-accent">{`${location.origin}/console/join#ki_…`}</span>
      </pre>
    </Frame>
  );
}
