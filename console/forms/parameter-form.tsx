/**
 * All parameters of a model. Those that affect price, shape and duration come first; the others are
 * collapsed, with a count of changed ones.
 */
import { useState } from 'react';
import { ChevronRight } from '../icons/icons.ts';
import type { Model } from '../data/models/models.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { splitParameters } from './field-kind.ts';
import { listChanged, readValues, type Texts } from './field-values.ts';
import { ParameterField } from './parameter-field.tsx';
import { formMessages } from './messages.ts';

interface ParameterFormProps {
  readonly model: Pick<Model, 'parameters' | 'price'>;
  readonly texts: Texts;
  /** By parameter: the value that applies if none is set, if it differs from the schema's default. */
  readonly defaults?: Texts;
  /** The error messages, by parameter. */
  readonly errors?: Texts;
  readonly onChange: (texts: Texts) => void;
}

export function ParameterForm({ model, texts, defaults = {}, errors = {}, onChange }: ParameterFormProps) {
  const t = useMessages(formMessages);
  const { properties } = model.parameters;
  const { visibleNames, collapsedNames } = splitParameters(properties, model.price.rules);
  const changedCount = listChanged(properties, readValues(properties, texts), collapsedNames).length;
  const hasError = collapsedNames.some(name => errors[name] !== undefined);
  const [isOpen, setOpen] = useState(changedCount > 0);
  const fields = (names: readonly string[]) =>
    names.map(name => (
      <ParameterField
        key={name}
        name={name}
        schema={properties[name] ?? {}}
        text={texts[name]}
        defaultValue={defaults[name]}
        error={errors[name]}
        onChange={text => onChange({ [name]: text })}
      />
    ));
  return (
    <div className="grid gap-4">
      {fields(visibleNames)}
      {collapsedNames.length > 0 && (
        <details
          open={isOpen || hasError}
          onToggle={event => setOpen(event.currentTarget.open)}
          className="group rounded-md border border-line"
        >
          <summary className="flex min-h-9 list-none items-center gap-2 px-3 text-sm font-medium pointer-coarse:min-h-11">
            <ChevronRight
              size={14}
              aria-hidden
              className="transition-transform duration-120 group-open:rotate-90"
            />
            {t.more}
            {changedCount > 0 && (
              <span className="ml-auto rounded-full bg-accent-soft px-2 text-xs text-accent">
                {t.changed(changedCount)}
              </span>
            )}
          </summary>
          <div className="grid gap-4 border-t border-line p-3">{fields(collapsedNames)}</div>
        </details>
      )}
    </div>
  );
}
