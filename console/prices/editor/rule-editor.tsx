/** Edits the rules of a price: each row has conditions, an amount and an example. */
import { Plus, Trash, X } from '../../icons/icons.ts';
import type { ModelSheet } from '../../data/operators/operator-queries.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import {
  toPriceBody,
  conditionFields,
  isAmount,
  type ConditionField,
  type Draft,
  type DraftRule,
} from './pricing.ts';
import { Example } from './example.tsx';
import { priceMessages } from './messages.ts';

interface EditorProps {
  readonly draft: Draft;
  readonly sheet: ModelSheet;
  readonly markedIndex: number | undefined;
  readonly onChange: (draft: Draft) => void;
}

export function RuleEditor({ draft, sheet, markedIndex, onChange }: EditorProps) {
  const t = useMessages(priceMessages);
  const fields = conditionFields(sheet);
  const body = toPriceBody(draft);
  const setRules = (rules: readonly DraftRule[]) => onChange({ ...draft, rules });
  const add = () => {
    const key = Math.max(0, ...draft.rules.map(rule => rule.key)) + 1;
    const [firstField] = fields;
    const conditions =
      firstField?.values[0] === undefined ? [] : [{ name: firstField.name, value: firstField.values[0] }];
    setRules([...draft.rules, { key, when: conditions, unitPrice: '' }]);
  };
  return (
    <>
      <ol className="grid gap-2">
        {draft.rules.map((rule, index) => (
          <li
            key={rule.key}
            aria-label={t.rule(formatCount(index + 1))}
            className={classes(
              'grid gap-3 rounded-lg border p-3 sm:grid-cols-[minmax(0,1fr)_11rem_auto]',
              index === markedIndex ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
            )}
          >
            <Conditions
              rule={rule}
              isOnly={draft.rules.length === 1}
              fields={fields}
              onChange={changedRule => setRules(draft.rules.map(one => (one === rule ? changedRule : one)))}
            />
            <TextField
              label={`${t.price} ${t.per[draft.unit]}`}
              inputMode="decimal"
              value={rule.unitPrice}
              error={rule.unitPrice === '' || isAmount(rule.unitPrice) ? undefined : t.invalidAmount}
              hint={
                isAmount(rule.unitPrice) ? (
                  <span className="tabular">
                    <Example price={body} rule={body.rules[index] ?? { unitPrice: rule.unitPrice }} />
                  </span>
                ) : undefined
              }
              onChange={event => {
                const changedRule = { ...rule, unitPrice: event.target.value.trim() };
                setRules(draft.rules.map(one => (one === rule ? changedRule : one)));
              }}
            />
            <IconButton
              icon={Trash}
              label={t.removeRule(formatCount(index + 1))}
              className="self-start sm:mt-6"
              disabled={
                rule.when.length === 0 && draft.rules.filter(one => one.when.length === 0).length === 1
              }
              onClick={() => setRules(draft.rules.filter(one => one !== rule))}
            />
          </li>
        ))}
      </ol>
      <p className="mt-2 text-sm text-muted">{t.rulesDescription}</p>
      {fields.length > 0 && (
        <Button className="mt-2" size="s" icon={Plus} onClick={add}>
          {t.addRule}
        </Button>
      )}
    </>
  );
}

interface ConditionsProps {
  readonly rule: DraftRule;
  readonly isOnly: boolean;
  readonly fields: readonly ConditionField[];
  readonly onChange: (rule: DraftRule) => void;
}

function Conditions({ rule, isOnly, fields, onChange }: ConditionsProps) {
  const t = useMessages(priceMessages);
  const unusedFields = fields.filter(({ name }) => !rule.when.some(condition => condition.name === name));
  const add = () => {
    const [nextField] = unusedFields;
    const value = nextField?.values[0];
    if (nextField && value !== undefined)
      onChange({ ...rule, when: [...rule.when, { name: nextField.name, value }] });
  };
  return (
    <div className="grid content-start gap-2">
      <span className="text-sm font-medium">
        {rule.when.length > 0 ? t.when : isOnly ? t.always : t.base}
      </span>
      {rule.when.map(condition => (
        <Condition
          key={condition.name}
          condition={condition}
          fields={[...fields.filter(({ name }) => name === condition.name), ...unusedFields]}
          onChange={changedCondition =>
            onChange({
              ...rule,
              when: changedCondition
                ? rule.when.map(one => (one === condition ? changedCondition : one))
                : rule.when.filter(one => one !== condition),
            })
          }
        />
      ))}
      {rule.when.length > 0 && unusedFields.length > 0 && (
        <Button size="s" kind="quiet" icon={Plus} className="justify-self-start" onClick={add}>
          {t.addCondition}
        </Button>
      )}
    </div>
  );
}

type OneCondition = DraftRule['when'][number];

interface ConditionProps {
  readonly condition: OneCondition;
  readonly fields: readonly ConditionField[];
  readonly onChange: (condition: OneCondition | undefined) => void;
}

function Condition({ condition: { name, value }, fields, onChange }: ConditionProps) {
  const t = useMessages(priceMessages);
  const values = fields.find(field => field.name === name)?.values ?? [value];
  const choose = (nextName: string) => {
    const firstValue = fields.find(field => field.name === nextName)?.values[0];
    if (firstValue !== undefined) onChange({ name: nextName, value: firstValue });
  };
  return (
    <span className="flex items-center gap-1.5">
      <select
        className="field min-w-0 flex-1"
        aria-label={t.when}
        value={name}
        onChange={event => choose(event.target.value)}
      >
        {[...new Set([name, ...fields.map(field => field.name)])].map(one => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <span className="text-muted">=</span>
      <select
        className="field min-w-0 flex-1"
        aria-label={name}
        value={String(value)}
        onChange={event =>
          onChange({ name, value: values.find(one => String(one) === event.target.value) ?? value })
        }
      >
        {values.map(one => (
          <option key={String(one)}>{String(one)}</option>
        ))}
      </select>
      <IconButton icon={X} size="s" label={t.removeCondition(name)} onClick={() => onChange(undefined)} />
    </span>
  );
}
