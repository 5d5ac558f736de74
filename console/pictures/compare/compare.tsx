/**
 * Two to four pictures side by side or overlaid, panned and zoomed together, with the
 * differences between their parameters.
 */
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { X } from '../../icons/icons.ts';
import { taskQuery, type Task } from '../../data/tasks/tasks.ts';
import { IconButton } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { unknown } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { findDifferences } from './differences.ts';
import { useCompare } from '../view-address.ts';
import { altText } from '../tiles/tile.tsx';
import { placeText, listTiles, type Place, type Tile } from '../tiles.ts';
import { useZoom } from '../zoom/use-zoom.ts';
import { pictureMessages } from '../messages.ts';
import type { Transform } from '../zoom/zoom.ts';

interface ComparedTile {
  readonly task: Task;
  readonly tile: Tile;
}

interface CompareProps {
  readonly places: readonly Place[];
  readonly tasks: readonly Task[];
}

export function Compare({ places, tasks }: CompareProps) {
  const t = useMessages(pictureMessages);
  const { close } = useCompare();
  const dialog = useRef<HTMLDialogElement>(null);
  const [manner, setManner] = useState<'side' | 'slider'>('side');
  const tiles = useComparedTiles(places, tasks);
  useEffect(() => dialog.current?.showModal(), []);
  const isTwo = tiles.length === 2;
  return (
    <dialog
      ref={dialog}
      aria-label={t.comparing}
      onCancel={event => {
        event.preventDefault();
        close();
      }}
      className="m-0 flex h-dvh max-h-none w-screen max-w-none animate-[appear_180ms] flex-col bg-bg p-0 text-text"
    >
      <header className="flex min-h-14 flex-wrap items-center gap-3 border-b border-line px-4 py-2">
        <h2 className="text-lg font-semibold">{t.comparing}</h2>
        {isTwo && (
          <SegmentedControl
            label={t.comparing}
            isQuiet
            className="mx-auto whitespace-nowrap"
            value={manner}
            segments={[
              { value: 'side', label: t.sideBySide },
              { value: 'slider', label: t.slider },
            ]}
            onChange={setManner}
          />
        )}
        <IconButton icon={X} label={t.close} className="ml-auto" onClick={close} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <Pictures tiles={tiles} isOver={isTwo && manner === 'slider'} />
        <Differences tiles={tiles} />
      </div>
    </dialog>
  );
}

function useComparedTiles(places: readonly Place[], tasks: readonly Task[]): readonly ComparedTile[] {
  const listedTasks = places.map(place => tasks.find(({ id }) => id === place.task));
  const taskQueries = useQueries({
    queries: places.map((place, index) => ({ ...taskQuery(place.task), enabled: !listedTasks[index] })),
  });
  return places.flatMap(({ n }, index) => {
    const task = listedTasks[index] ?? taskQueries[index]?.data;
    const tile = task && listTiles(task)[n - 1];
    return tile ? [{ task, tile }] : [];
  });
}

interface PicturesProps {
  readonly tiles: readonly ComparedTile[];
  readonly isOver: boolean;
}

/** Larger pictures are scaled to the size of the first, so that positions correspond. */
function Pictures({ tiles, isOver }: PicturesProps) {
  const t = useMessages(pictureMessages);
  const shared = useState<Transform>();
  const [share, setShare] = useState(50);
  const [firstTile, second] = tiles;
  if (!firstTile) return null;
  const size = { width: firstTile.tile.width, height: firstTile.tile.height };
  if (isOver && second)
    return (
      <div className="relative min-h-80 flex-1">
        <ComparePane {...firstTile} {...{ size, shared }} />
        <div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${share}%)` }}>
          <ComparePane {...second} {...{ size, shared }} />
        </div>
        <div
          className="pointer-events-none absolute inset-y-0 w-0.5 bg-white"
          style={{ left: `${share}%` }}
          aria-hidden
        />
        <input
          type="range"
          aria-label={t.divide}
          min={0}
          max={100}
          value={share}
          onChange={event => setShare(Number(event.target.value))}
          className="absolute inset-x-4 bottom-3 h-8 accent-(--accent)"
        />
      </div>
    );
  return (
    <div className="grid min-h-80 flex-1 auto-cols-fr grid-flow-col gap-0.5 max-sm:grid-flow-row">
      {tiles.map(one => (
        <ComparePane key={`${one.task.id} ${one.tile.n}`} {...one} {...{ size, shared }} />
      ))}
    </div>
  );
}

interface PaneProps extends ComparedTile {
  readonly size: { readonly width: number; readonly height: number };
  readonly shared: readonly [Transform | undefined, (transform: Transform | undefined) => void];
}

function ComparePane({ task, tile, size, shared }: PaneProps) {
  const stage = useRef<HTMLDivElement>(null);
  const { transform, handlers } = useZoom({ stage, picture: size, shared });
  return (
    <div
      ref={stage}
      className="relative size-full min-h-60 cursor-grab touch-none overflow-hidden bg-stage active:cursor-grabbing"
      {...handlers}
    >
      <img
        src={tile.kind === 'clip' ? (tile.thumbnail ?? '') : (tile.url ?? '')}
        alt={altText(task)}
        draggable={false}
        className="absolute top-1/2 left-1/2 max-w-none object-contain"
        style={{
          ...size,
          transform: `translate(-50%, -50%) translate(${transform.x}px, ${transform.y}px) scale(${transform.scale})`,
        }}
      />
    </div>
  );
}

function Differences({ tiles }: { readonly tiles: readonly ComparedTile[] }) {
  const t = useMessages(pictureMessages);
  const ui = useMessages(uiMessages);
  const differences = findDifferences(tiles.map(({ task }) => task));
  const names: Readonly<Record<string, string>> = {
    words: t.words,
    madeBy: t.madeBy,
    model: t.model,
    tier: t.tier,
    size: t.size,
    seed: t.seed,
  };
  const formatValue = (name: string, value: string | null) =>
    value === null ? unknown : name === 'tier' ? ui.tier[value as keyof typeof ui.tier] : value || '✓';
  if (tiles.length < 2) return null;
  return (
    <section className="p-4">
      <h3 className="mb-2 text-sm font-semibold">{t.differences}</h3>
      {differences.length === 0 ? (
        <p className="text-sm text-muted">{t.noDifferences}</p>
      ) : (
        <table className="w-full table-fixed text-sm">
          <tbody>
            {differences.map(({ name, values }) => (
              <tr key={name} className="border-t border-line align-top">
                <th scope="row" className="w-24 py-1.5 pr-3 text-left font-medium text-muted">
                  {names[name] ?? <span className="font-mono">{name}</span>}
                </th>
                {values.map((value, index) => {
                  const place = tiles[index];
                  return (
                    <td
                      key={place ? placeText({ task: place.task.id, n: place.tile.n }) : index}
                      className="py-1.5 pr-3 wrap-anywhere"
                    >
                      {formatValue(name, value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
