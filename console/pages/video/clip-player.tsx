/** A player for finished clips: loop, slow motion, single frames, download. */
import { useId, useRef, useState } from 'react';
import { ChevronLeft, ChevronRight, Download, Link2, Repeat } from '../../icons/icons.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import { toFileName } from '../../pictures/downloads/file-name.ts';
import { buttonClasses, IconButton } from '../../ui/button.tsx';
import { useKeys } from '../../ui/keys.ts';
import { CopyButton } from '../../ui/formatted-values.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { Stage } from './clip-progress.tsx';
import { videoMessages } from './messages.ts';

const rates = ['0.25', '0.5', '1', '1.5', '2'];

export function ClipPlayer({ task }: { readonly task: Task }) {
  const t = useMessages(videoMessages);
  const video = useRef<HTMLVideoElement>(null);
  const [isLoop, setLoop] = useState(true);
  const [clip] = task.clips;
  const frames = Number(task.parameters['fps']) || 24;
  const step = (count: number) => {
    const player = video.current;
    if (!player) return;
    player.pause();
    player.currentTime = Math.max(0, Math.min(player.duration || 0, player.currentTime + count / frames));
  };
  useKeys({ ',': () => step(-1), '.': () => step(1) });
  if (!clip)
    return (
      <Stage task={task} isEmpty>
        <p className="p-6 text-center text-muted">{t.expired}</p>
      </Stage>
    );
  return (
    <>
      <Stage task={task}>
        <video
          key={clip.url}
          ref={video}
          src={clip.url}
          poster={clip.thumbnail ?? undefined}
          aria-label={t.clipLabel(task.prompt ?? task.id)}
          controls
          playsInline
          loop={isLoop}
          preload="metadata"
          className="size-full"
        >
          {task.prompt}
        </video>
      </Stage>
      <div className="mt-2 flex flex-wrap items-center gap-1">
        <IconButton icon={ChevronLeft} label={t.frameBack} onClick={() => step(-1)} />
        <IconButton icon={ChevronRight} label={t.frameOn} onClick={() => step(1)} />
        <IconButton icon={Repeat} label={t.loop} pressed={isLoop} onClick={() => setLoop(!isLoop)} />
        <Rate onChange={rate => video.current && (video.current.playbackRate = rate)} />
        <span className="ml-auto flex items-center gap-1">
          <CopyButton text={new URL(clip.url, location.href).href} label={t.copyLink} icon={Link2} />
          <a
            href={clip.url}
            download={toFileName(task, clip.url)}
            className={buttonClasses('plain', 's')}
            aria-label={t.download}
          >
            <Download size={14} aria-hidden />
            {t.download}
          </a>
        </span>
      </div>
    </>
  );
}

function Rate({ onChange }: { readonly onChange: (rate: number) => void }) {
  const t = useMessages(videoMessages);
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {t.speedOf}
      </label>
      <select
        id={id}
        className="field tabular min-h-7! w-auto! py-0.5! text-sm!"
        defaultValue="1"
        title={t.speedOf}
        onChange={event => onChange(Number(event.target.value))}
      >
        {rates.map(rate => (
          <option key={rate} value={rate}>
            {`${rate}×`}
          </option>
        ))}
      </select>
    </>
  );
}
