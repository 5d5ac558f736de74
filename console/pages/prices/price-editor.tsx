/**
 * Edits a new price: unit, rules, tiers and effective date. It is tried on last
 * week's tasks before it is saved.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedure } from '../../data/use-procedure.ts';
import type { ModelPrice, ModelSheet } from '../../data/operators/operator-queries.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Section } from '../../ui/page.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { PriceTrialView } from './price-trial.tsx';
import { PriceTest } from './price-test.tsx';
import { toPriceBody, toDraft, isWhole, type Draft } from '../../prices/editor/pricing.ts';
import { RuleEditor } from '../../prices/editor/rule-editor.tsx';
import { TierFields, UnitChoice } from '../../prices/editor/unit-choice.tsx';
import { priceMessages } from '../../prices/editor/messages.ts';

interface EditorProps {
  readonly price: ModelPrice;
  readonly sheet: ModelSheet;
  readonly onClose: () => void;
}

/** A price takes effect a second after it is saved. */
const effectMs = 1500;

export function PriceEditor({ price, sheet, onClose }: EditorProps) {
  const t = useMessages(priceMessages);
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => toDraft(price));
  const [note, setNote] = useState('');
  const [from, setFrom] = useState<string>();
  const [triedText, setTriedText] = useState<string>();
  const [rule, setRule] = useState<number>();
  const setPrice = useProcedure('price set', ['prices']);
  const body = toPriceBody(draft);
  const isChanged = JSON.stringify(body) !== JSON.stringify(toPriceBody(toDraft(price)));
  const isReady = isChanged && isWhole(draft) && triedText === JSON.stringify(body) && from !== '';
  const save = () =>
    setPrice.mutate(
      {
        model: price.model,
        price: body,
        note: note.trim(),
        ...(from && { from: new Date(from).toISOString() }),
      },
      {
        onSuccess: () => {
          setTimeout(() => void client.invalidateQueries({ queryKey: ['prices'] }), effectMs);
          onClose();
        },
      },
    );
  return (
    <div className="min-w-0">
      <h2 className="mb-4 text-lg font-semibold">{t.setFor(sheet.name)}</h2>
      <UnitChoice draft={draft} sheet={sheet} onChange={setDraft} />
      <Section title={t.rules}>
        <RuleEditor draft={draft} sheet={sheet} markedIndex={rule} onChange={setDraft} />
      </Section>
      <Section title={t.tiers}>
        <TierFields draft={draft} onChange={setDraft} />
      </Section>
      <Section title={t.test}>
        <PriceTest price={body} sheet={sheet} onRule={setRule} />
      </Section>
      <Section title={t.trial}>
        <PriceTrialView
          model={price.model}
          price={isWhole(draft) ? body : undefined}
          onTried={setTriedText}
        />
      </Section>
      <Section title={t.effective}>
        <div className="grid gap-4 sm:grid-cols-2">
          <EffectiveFrom from={from} onChange={setFrom} />
          <TextField
            label={t.note}
            hint={t.noteHint}
            maxLength={200}
            value={note}
            onChange={event => setNote(event.target.value)}
          />
        </div>
      </Section>
      <ErrorNote className="mt-4" error={setPrice.error} />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="primary" disabled={!isReady} busy={setPrice.isPending} onClick={save}>
          {t.save}
        </Button>
      </div>
    </div>
  );
}

interface EffectiveFromProps {
  /** Undefined means now. In the format of the browser's input, in the local time zone. */
  readonly from: string | undefined;
  readonly onChange: (from: string | undefined) => void;
}

function EffectiveFrom({ from, onChange }: EffectiveFromProps) {
  const t = useMessages(priceMessages);
  return (
    <div className="grid content-start gap-2">
      <SegmentedControl
        label={t.effective}
        isQuiet
        value={from === undefined ? 'now' : 'later'}
        segments={[
          { value: 'now', label: t.now },
          { value: 'later', label: t.later },
        ]}
        onChange={value => onChange(value === 'now' ? undefined : '')}
      />
      {from !== undefined && (
        <TextField
          label={t.at}
          isQuiet
          type="datetime-local"
          value={from}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
