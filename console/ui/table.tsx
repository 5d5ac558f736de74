/** A table whose rows can be opened; on phones each row is a card. */
import type { ReactNode } from 'react';
import { classes } from './class-names.ts';

export interface Column<Row> {
  readonly key: string;
  readonly title: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, for numbers. */
  readonly isNumber?: boolean;
  /** On a phone's card, the title is shown in front of the value. */
  readonly isNamed?: boolean;
  /** Hidden on a phone's card. */
  readonly isWide?: boolean;
  /** Hidden in windows narrower than 1024 (lg) or 1280 px (xl). */
  readonly from?: 'lg' | 'xl';
  /** The value in the pinned totals row. */
  readonly total?: ReactNode;
  readonly className?: string;
}

interface TableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly toKey: (row: Row) => string;
  /** The key of the open row. */
  readonly openKey?: string | undefined;
  readonly onOpen?: (row: Row) => void;
  readonly className?: string;
}

const shownFrom = { lg: 'sm:max-lg:hidden', xl: 'sm:max-xl:hidden' } as const;

export function Table<Row>({ label, columns, rows, toKey, openKey, onOpen, className }: TableProps<Row>) {
  const hasTotals = columns.some(column => column.total !== undefined);
  return (
    <div
      className={classes('card max-sm:border-0 max-sm:bg-transparent max-xl:overflow-x-auto', className)}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className="w-full border-collapse text-sm max-sm:block">
        <thead className="max-sm:sr-only">
          <tr>
            {columns.map(column => (
              <th
                key={column.key}
                scope="col"
                className={classes(
                  'sticky top-0 z-10 h-8 first:rounded-tl-lg last:rounded-tr-lg border-b border-line bg-surface px-2 font-medium whitespace-nowrap text-muted lg:px-3 xl:top-12',
                  column.isNumber ? 'text-right' : 'text-left',
                  column.from && shownFrom[column.from],
                )}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:grid max-sm:gap-2">
          {rows.map(row => (
            <Line key={toKey(row)} {...{ row, columns, onOpen, isOpen: toKey(row) === openKey }} />
          ))}
        </tbody>
        {hasTotals && (
          <tfoot className="sticky bottom-0 bg-surface font-medium max-sm:static max-sm:block max-sm:bg-transparent max-sm:pt-2">
            <tr className="max-sm:card max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:p-3">
              {columns.map(({ key, title, total, isNumber, isNamed, isWide, from }) => (
                <td
                  key={key}
                  className={classes(
                    'tabular h-9 border-t border-line px-2 lg:px-3 max-sm:h-auto max-sm:border-0 max-sm:px-0',
                    isNumber && 'text-right',
                    isWide && 'max-sm:hidden',
                    from && shownFrom[from],
                  )}
                >
                  {isNamed && total !== undefined && <CardLabel title={title} />}
                  {total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface LineProps<Row> extends Pick<TableProps<Row>, 'columns' | 'onOpen'> {
  readonly row: Row;
  readonly isOpen: boolean;
}

function Line<Row>({ row, columns, onOpen, isOpen }: LineProps<Row>) {
  return (
    <tr
      aria-current={isOpen || undefined}
      onClick={onOpen && (event => isOwnClick(event.target) && onOpen(row))}
      className={classes(
        'max-sm:card max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-baseline max-sm:gap-x-4 max-sm:gap-y-1 max-sm:p-3',
        onOpen && 'cursor-pointer hover:bg-raised',
        isOpen && 'bg-raised',
      )}
    >
      {columns.map(({ key, title, cell, isNumber, isNamed, isWide, from, className }) => (
        <td
          key={key}
          className={classes(
            'h-9 px-2 py-1 lg:px-3 max-sm:h-auto max-sm:px-0 max-sm:py-0 sm:border-b sm:border-line',
            isNumber && 'tabular text-right whitespace-nowrap',
            isWide && 'max-sm:hidden',
            from && shownFrom[from],
            className,
          )}
        >
          {isNamed && <CardLabel title={title} />}
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** The column title on a phone's card, which has no header row; screen readers use the header. */
function CardLabel({ title }: Pick<Column<unknown>, 'title'>) {
  return (
    <span aria-hidden className="mr-2 font-normal text-muted sm:hidden">
      {title}
    </span>
  );
}

/** Clicks on buttons, links and fields in a row do not open the row. */
function isOwnClick(target: EventTarget): boolean {
  return target instanceof Element && !target.closest('a, button, input, select, label, [popover]');
}
