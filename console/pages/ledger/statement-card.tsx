/** A monthly statement: opening balance, changes, closing balance. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChevronLeft, ChevronRight } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { useServerZone } from '../../data/session.ts';
import { Button, buttonClasses, IconButton } from '../../ui/button.tsx';
import { ExportLinks } from '../../ui/export-links.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { documentPath } from './document-path.ts';
import { currentMonth, monthAfter, statementRows } from './entries.ts';
import { statementQuery, type LedgerAddress, type Statement } from './ledger-queries.ts';
import { ledgerMessages } from './messages.ts';

export function StatementCard({ account }: { readonly account: string }) {
  const t = useMessages(ledgerMessages);
  const timeZone = useServerZone();
  const [address, change] = useAddress<LedgerAddress>();
  const [thisMonth] = useState(() => currentMonth(timeZone));
  const month = address.month ?? address.statement ?? thisMonth;
  const { data, error } = useQuery(statementQuery(account, month));
  const showMonth = (to: string) =>
    change(address.month ? { month: to } : { statement: to === thisMonth ? undefined : to });
  return (
    <section className="card grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">{t.statement}</h2>
        <span className="flex items-center gap-1">
          <IconButton
            size="s"
            icon={ChevronLeft}
            label={t.before}
            onClick={() => showMonth(monthAfter(month, -1))}
          />
          <TextField
            label={t.month}
            isQuiet
            type="month"
            className="w-38"
            max={thisMonth}
            value={month}
            onChange={event => event.target.value && showMonth(event.target.value)}
          />
          <IconButton
            size="s"
            icon={ChevronRight}
            label={t.after}
            disabled={month >= thisMonth}
            onClick={() => showMonth(monthAfter(month, 1))}
          />
        </span>
      </div>
      <p className="text-xs text-muted">{t.monthsIn(timeZone)}</p>
      <ErrorNote error={error} />
      {data ? <Sums statement={data} isNow={month === thisMonth} /> : !error && <Skeleton className="h-40" />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button
          size="s"
          onClick={() =>
            change(address.month ? { month: undefined, statement: month } : { month, statement: undefined })
          }
        >
          {address.month ? t.allMonths : t.onlyMonth}
        </Button>
        {data && (
          <a
            download
            className={buttonClasses('plain', 's')}
            href={documentPath('statement.download', { account, month })}
          >
            {t.statementFile}
          </a>
        )}
        {data && (
          <ExportLinks
            label={t.monthFile}
            procedure="ledger list"
            values={{ account, from: data.from, to: data.to, limit: 100_000 }}
          />
        )}
      </div>
    </section>
  );
}

function Sums({ statement, isNow }: { readonly statement: Statement; readonly isNow: boolean }) {
  const t = useMessages(ledgerMessages);
  const { opening, closing, lines } = statement;
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t.statement}</caption>
      <tbody>
        <tr className="border-b border-line">
          <th scope="row" className="py-1.5 text-left font-medium" colSpan={2}>
            {t.opening}
          </th>
          <td className="text-right font-medium">
            <Money amount={opening} />
          </td>
        </tr>
        {lines.length === 0 && (
          <tr>
            <td colSpan={3} className="py-1.5 text-muted">
              {t.nothingMoved}
            </td>
          </tr>
        )}
        {statementRows(lines).map(({ kind, count, change }) => (
          <tr key={kind}>
            <th scope="row" className="py-1 text-left font-normal" title={t.rowDescriptions[kind]}>
              {t.rows[kind]}
            </th>
            <td className="tabular text-right text-xs text-muted">
              {count !== undefined && t.times(formatCount(count))}
            </td>
            <td className="text-right">
              <Money amount={change} isSigned />
            </td>
          </tr>
        ))}
        <tr className="border-t border-line">
          <th scope="row" className="py-1.5 text-left font-semibold" colSpan={2}>
            {isNow ? t.soFar : t.closing}
          </th>
          <td className="text-right font-semibold">
            <Money amount={closing} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}
