/** Thumbnails of the newest clips; a click opens one. */
import type { Task } from '../../data/tasks/tasks.ts';
import { classes } from '../../ui/class-names.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useParameterNames } from '../../forms/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { videoMessages } from './messages.ts';

const max = 12;

interface NewestClipsProps {
  readonly clips: readonly Task[];
  readonly shownId: string | undefined;
  readonly onShow: (id: string) => void;
}

export function NewestClips({ clips, shownId, onShow }: NewestClipsProps) {
  const t = useMessages(videoMessages);
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-lg font-semibold">{t.newest}</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-3">
        {clips.slice(0, max).map(clip => (
          <li key={clip.id}>
            <Clip clip={clip} isShown={clip.id === shownId} onShow={onShow} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ClipProps {
  readonly clip: Task;
  readonly isShown: boolean;
  readonly onShow: (id: string) => void;
}

function Clip({ clip, isShown, onShow }: ClipProps) {
  const { formatParameter } = useParameterNames();
  const { id, prompt, state, progress, seconds } = clip;
  const picture = clip.clips[0]?.thumbnail ?? clip.preview;
  return (
    <button
      type="button"
      aria-current={isShown || undefined}
      className="w-full text-left"
      onClick={() => onShow(id)}
    >
      <span
        className={classes(
          'relative flex aspect-video items-center justify-center overflow-hidden rounded-md border transition-colors duration-120',
          picture ? 'bg-stage' : 'bg-surface',
          isShown ? 'border-accent' : 'border-line hover:border-line-strong',
        )}
      >
        {picture && <img src={picture} alt="" loading="lazy" className="size-full object-cover" />}
        {state !== 'succeeded' && (
          <span className="absolute rounded-md bg-surface px-2 py-1 text-xs">
            <StateBadge state={state} progress={progress} />
          </span>
        )}
        {state === 'succeeded' && seconds !== null && (
          <span className="tabular absolute right-1 bottom-1 rounded-sm bg-black/70 px-1 text-xs text-white">
            {formatParameter('seconds', seconds)}
          </span>
        )}
      </span>
      <span className="mt-1 block truncate text-xs text-muted">{prompt ?? id}</span>
    </button>
  );
}
