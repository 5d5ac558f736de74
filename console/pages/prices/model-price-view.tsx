/** The price of a model: current rules, a price calculator, versions, and the editor. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Plus } from '../../icons/icons.ts';
import { detailsQuery } from '../../data/models/models.ts';
import { groupsQuery, type ModelPrice, type ModelSheet } from '../../data/operators/operator-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { PriceEditor } from './price-editor.tsx';
import { PriceTest } from './price-test.tsx';
import { PriceVersions } from './price-versions.tsx';
import { RuleTable } from './rule-table.tsx';
import { priceMessages } from '../../prices/editor/messages.ts';

interface ViewProps {
  readonly price: ModelPrice;
  readonly isEditing: boolean;
  readonly onEdit: (isOn: boolean) => void;
}

export function ModelPriceView({ price, isEditing, onEdit }: ViewProps) {
  const { data: sheet, error } = useQuery(detailsQuery(price.model));
  if (error) return <ErrorNote error={error} />;
  if (!sheet) return <SkeletonRows />;
  if (isEditing) return <PriceEditor price={price} sheet={sheet} onClose={() => onEdit(false)} />;
  return <PriceContent price={price} sheet={sheet} onEdit={() => onEdit(true)} />;
}

interface PriceContentProps {
  readonly price: ModelPrice;
  readonly sheet: ModelSheet;
  readonly onEdit: () => void;
}

function PriceContent({ price, sheet, onEdit }: PriceContentProps) {
  const t = useMessages(priceMessages);
  const [rule, setRule] = useState<number>();
  return (
    <div className="min-w-0">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">{sheet.name}</h2>
          <p className="text-sm text-muted">
            {t.unitIs[price.unit]} · {t.version} {price.in_effect}
          </p>
        </div>
        <Button kind="primary" icon={Plus} onClick={onEdit}>
          {t.set}
        </Button>
      </div>
      <RuleTable price={price} markedIndex={rule} />
      <p className="mt-2 text-sm text-muted">
        {t.unitDescriptions[price.unit]} {price.rules.length > 1 && t.rulesDescription}
      </p>
      <Groups sheet={sheet} />
      <Section title={t.test}>
        <PriceTest price={price} sheet={sheet} onRule={setRule} />
      </Section>
      <Section title={t.versions}>
        <PriceVersions price={price} />
      </Section>
    </div>
  );
}

function Groups({ sheet }: { readonly sheet: ModelSheet }) {
  const t = useMessages(priceMessages);
  const { data } = useQuery(groupsQuery);
  if (!data) return null;
  const its = data.filter(({ group, models }) => models?.includes(sheet.id) ?? group === sheet.group);
  return (
    <p className="mt-2 flex flex-wrap gap-x-3 text-sm">
      <span className="text-muted">{t.groups}</span>
      {its.length === 0 && <span className="text-warn">{t.noGroup}</span>}
      {its.map(({ group, factor }) => (
        <span key={group} className="tabular">
          {t.groupDescription(group, String(Number(factor)))}
        </span>
      ))}
    </p>
  );
}
