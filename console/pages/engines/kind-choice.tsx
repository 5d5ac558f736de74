/** The kinds of engines that can be added. */
import { ChevronRight } from '../../icons/icons.ts';
import type { Kind } from '../../data/operators/engine-queries.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { configureMessages } from './configure-messages.ts';

interface KindChoiceProps {
  /** Includes kinds that only the server's configuration can add: they are listed with the place to do so. */
  readonly kinds: readonly Kind[];
  readonly onChoose: (kind: Kind) => void;
}

export function KindChoice({ kinds, onChoose }: KindChoiceProps) {
  const t = useMessages(configureMessages);
  const [declaredKinds = [], freeKinds = []] = [true, false].map(is =>
    kinds.filter(kind => kind.declared_only === is),
  );
  return (
    <div>
      <h3 className="mb-2 text-sm font-medium">{t.kindLabel}</h3>
      <ul className="grid gap-2">
        {freeKinds.map(kind => (
          <li key={kind.kind}>
            <button
              type="button"
              className="card flex w-full items-center gap-3 p-3 text-left transition-colors duration-120 hover:border-line-strong"
              onClick={() => onChoose(kind)}
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{kind.title}</span>
                <span className="block text-sm text-muted">{kind.description}</span>
              </span>
              <ChevronRight size={16} aria-hidden className="shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
      {declaredKinds.length > 0 && (
        <section className="mt-5 text-sm">
          <h3 className="mb-1 font-medium">{t.declaredKinds}</h3>
          <p className="text-muted">{t.declaredKindsHint}</p>
          <ul className="mt-2 grid gap-1">
            {declaredKinds.map(({ kind, title, description }) => (
              <li key={kind} className="wrap-anywhere">
                <span className="font-medium">{title}</span> <code className="font-mono text-xs">{kind}</code>
                <span className="block text-muted">{description}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
