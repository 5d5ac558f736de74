/** Disk usage of the tasks' files by kind, and the free space. */
import type { History } from '../../data/operators/overview-queries.ts';
import { formatBytes, formatPercent } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { overviewMessages } from './messages.ts';

type Disk = History['disk'];

export function DiskCard({ disk }: { readonly disk: Disk }) {
  const t = useMessages(overviewMessages);
  const { free, total } = disk;
  return (
    <section className="card min-w-0 p-4">
      <h2 className="font-semibold">{t.disk}</h2>
      <p className="tabular mb-4 text-sm text-muted">
        {free === null || total === null
          ? t.spaceUnknown
          : t.space(formatBytes(free), formatBytes(total), formatPercent(free / total))}
      </p>
      {free !== null && total !== null && <Volume {...{ disk, free, total }} />}
      <h3 className="mt-5 mb-2 text-sm text-muted">{t.files}</h3>
      <Bar parts={diskParts(disk)} whole={Math.max(1, sum(disk))} />
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1.5 text-sm">
        {diskParts(disk).map(({ key, bytes, color }) => (
          <div key={key} className="flex items-center gap-2">
            <span aria-hidden className="size-2.5 shrink-0 rounded-sm" style={{ background: color }} />
            <dt className="min-w-0 flex-1 text-muted">{t.stored[key]}</dt>
            <dd className="tabular font-medium">{formatBytes(bytes)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface Part {
  readonly key: 'pictures' | 'clips' | 'small' | 'uploads' | 'files' | 'other';
  readonly bytes: number;
  readonly color: string;
}

function diskParts({ pictures, clips, small, uploads }: Disk) {
  return [
    { key: 'pictures', bytes: pictures, color: 'var(--accent)' },
    { key: 'clips', bytes: clips, color: 'var(--info)' },
    { key: 'small', bytes: small, color: 'var(--ok)' },
    { key: 'uploads', bytes: uploads, color: 'var(--warn)' },
  ] as const;
}

const sum = (disk: Disk) => diskParts(disk).reduce((bytes, part) => bytes + part.bytes, 0);

/** The whole volume: these files, other files, and free space. */
function Volume({ disk, free, total }: { disk: Disk; free: number; total: number }) {
  const files = Math.min(sum(disk), total - free);
  const parts: readonly Part[] = [
    { key: 'files', bytes: files, color: free * 10 < total ? 'var(--bad)' : 'var(--accent)' },
    { key: 'other', bytes: total - free - files, color: 'var(--line-strong)' },
  ];
  return <Bar parts={parts} whole={total} />;
}

function Bar({ parts, whole: total }: { readonly parts: readonly Part[]; readonly whole: number }) {
  return (
    <div aria-hidden className="flex h-3 gap-px overflow-hidden rounded-full bg-raised">
      {parts.map(
        ({ key, bytes, color }) =>
          bytes > 0 && (
            <span
              key={key}
              className="min-w-0.5"
              style={{ background: color, width: `${(bytes / total) * 100}%` }}
            />
          ),
      )}
    </div>
  );
}
