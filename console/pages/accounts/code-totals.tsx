/** How many redemption codes of each note are valid and redeemed. */
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { ExportLinks } from '../../ui/export-links.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { Section } from '../../ui/page.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { businessMessages } from './business-messages.ts';
import { type CodeTotals, codeTotalsQuery } from './business-queries.ts';
import { accountMessages } from './messages.ts';

export function CodeTotalsTable() {
  const t = useMessages(businessMessages);
  const { worth, note } = useMessages(accountMessages);
  const { data = [] } = useQuery(codeTotalsQuery);
  if (data.length === 0) return null;
  const number = (key: 'valid' | 'redeemed', title: string): Column<CodeTotals> => ({
    key,
    title,
    isNumber: true,
    isNamed: true,
    cell: line => formatCount(line[key]),
  });
  const columns: Column<CodeTotals>[] = [
    { key: 'note', title: note, cell: line => line.note || <span className="text-muted">{t.noNote}</span> },
    { key: 'amount', title: worth, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
    { key: 'codes', title: t.total, isNumber: true, isNamed: true, cell: ({ codes }) => formatCount(codes) },
    number('valid', t.valid),
    number('redeemed', t.redeemed),
  ];
  return (
    <Section title={t.totals}>
      <Table label={t.totals} columns={columns} rows={data} toKey={line => `${line.note} ${line.amount}`} />
      <div className="mt-3 flex justify-end">
        <ExportLinks procedure="code totals" values={{}} />
      </div>
    </Section>
  );
}
