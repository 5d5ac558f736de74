/** The parameters of a route that are renamed or always set: a row for each. */
import { Plus, X } from '../../../icons/icons.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/fields/field.tsx';
import { useMessages } from '../../../i18n/catalogue.ts';
import { manageMessages } from '../manage/manage-messages.ts';
import { newRow, type MappedParameter } from './parameter-map.ts';

interface ParameterRowsProps {
  readonly rows: readonly MappedParameter[];
  readonly error: string | undefined;
  readonly onChange: (rows: readonly MappedParameter[]) => void;
}

export function ParameterRows({ rows, error, onChange }: ParameterRowsProps) {
  const t = useMessages(manageMessages);
  const change = (key: number, changes: Partial<MappedParameter>) =>
    onChange(rows.map(row => (row.key === key ? { ...row, ...changes } : row)));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{t.map}</legend>
      {rows.length === 0 && <p className="mb-2 text-sm text-muted">{t.mapNone}</p>}
      <ul className="grid gap-3">
        {rows.map(row => (
          <Row
            key={row.key}
            row={row}
            onChange={changes => change(row.key, changes)}
            onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ul>
      <Button size="s" icon={Plus} className="mt-2" onClick={() => onChange([...rows, newRow(rows)])}>
        {t.addParameter}
      </Button>
      <p role={error ? 'alert' : undefined} className={`mt-1 text-xs ${error ? 'text-bad' : 'text-muted'}`}>
        {error ?? t.mapHint}
      </p>
    </fieldset>
  );
}

interface RowProps {
  readonly row: MappedParameter;
  readonly onChange: (changes: Partial<MappedParameter>) => void;
  readonly onRemove: () => void;
}

function Row({ row: { does, name, value }, onChange, onRemove }: RowProps) {
  const t = useMessages(manageMessages);
  return (
    <li className="grid grid-cols-[1fr_auto] items-end gap-2 sm:grid-cols-[8rem_1fr_1fr_auto]">
      <SelectField
        className="max-sm:col-span-2"
        label={t.mapKind}
        value={does}
        choices={[
          { value: 'set', label: t.mapSet },
          { value: 'rename', label: t.mapRename },
        ]}
        onChange={event => onChange({ does: event.target.value as MappedParameter['does'] })}
      />
      <TextField
        className="min-w-0 max-sm:col-span-2"
        label={t.mapName}
        autoComplete="off"
        spellCheck={false}
        value={name}
        onChange={event => onChange({ name: event.target.value })}
      />
      <TextField
        className="min-w-0"
        label={does === 'rename' ? t.mapEngineName : t.mapValue}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={event => onChange({ value: event.target.value })}
      />
      <IconButton icon={X} label={t.removeParameter(name)} onClick={onRemove} />
    </li>
  );
}
