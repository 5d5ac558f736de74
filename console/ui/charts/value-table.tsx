/** The values of a chart as a table: a row per point, a column per series. */
import { classes } from '../class-names.ts';

export interface TableColumn {
  readonly key: string;
  readonly name: string;
}

export interface TableRow {
  readonly key: string | number;
  readonly name: string;
  /** One text per column. */
  readonly values: readonly string[];
}

interface ValueTableProps {
  readonly caption: string;
  /** The heading of the first column, which has the names of the rows. */
  readonly heading: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

/** Only for screen readers. */
export function HiddenValueTable(props: ValueTableProps) {
  return (
    <div className="sr-only">
      <Table {...props} />
    </div>
  );
}

interface FoldedValueTableProps extends ValueTableProps {
  /** The label of the line that unfolds the table. */
  readonly summary: string;
  readonly className?: string;
}

/** A table that is collapsed until the user unfolds it. */
export function FoldedValueTable({ summary, className, ...table }: FoldedValueTableProps) {
  return (
    <details className={classes('text-sm', className)}>
      <summary className="min-h-8 w-fit content-center font-medium">{summary}</summary>
      <div className="card mt-2 max-h-72 overflow-auto" tabIndex={0} role="region" aria-label={table.caption}>
        <Table {...table} />
      </div>
    </details>
  );
}

function Table({ caption, heading, columns, rows }: ValueTableProps) {
  return (
    <table className="tabular w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="px-3 py-1.5 text-left font-medium">
            {heading}
          </th>
          {columns.map(({ key, name }) => (
            <th key={key} scope="col" className="px-3 py-1.5 text-right font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, values }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="px-3 py-1 text-left font-normal">
              {name}
            </th>
            {columns.map((column, index) => (
              <td key={column.key} className="px-3 py-1 text-right">
                {values[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
