/** The parameters of the prompt as removable chips. */
import { X } from '../../icons/icons.ts';
import { classes } from '../../ui/class-names.ts';
import { removeParameter } from '../../prompt/set-parameter.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Create } from './state/use-create.ts';
import { imageMessages } from './messages.ts';

export function ParameterChips({ create: { draft, text, setText } }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const knownParameters = draft.parameters.filter(({ name }) => name !== undefined);
  if (knownParameters.length === 0) return null;
  return (
    <ul className="flex min-w-0 gap-1.5 overflow-x-auto [scrollbar-width:none] max-sm:order-first max-sm:basis-full">
      {knownParameters.map(parameter => (
        <li
          key={parameter.position}
          className={classes(
            'tabular flex h-7 max-w-50 shrink-0 items-center rounded-full border pl-2.5 font-mono text-xs',
            draft.problems.some(({ from }) => from === parameter.position)
              ? 'border-bad text-bad'
              : 'border-line',
          )}
        >
          <span className="truncate">
            {parameter.shownName} {parameter.value}
          </span>
          <button
            type="button"
            aria-label={t.remove(parameter.shownName)}
            onClick={() => setText(removeParameter(text, parameter))}
            className="grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-text"
          >
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
