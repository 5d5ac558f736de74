/** The inputs that a model starts from, as labeled icons. */
import { BetweenHorizontalStart, Image, TextInitial, Users } from '../icons/icons.ts';
import type { Model } from '../data/models/models.ts';
import { catalogue, useMessages } from '../i18n/catalogue.ts';
import { listModes, type Mode } from './modes.ts';

const modeMessages = catalogue({
  en: {
    modes: {
      text: 'From text',
      image: 'From an image',
      frames: 'From first and last frames',
      references: 'From reference images',
    },
  },
  zh: { modes: { text: '文生', image: '图生', frames: '首尾帧', references: '参考图' } },
});

const icons = { text: TextInitial, image: Image, frames: BetweenHorizontalStart, references: Users } as const;

export function useModeNames(): Readonly<Record<Mode, string>> {
  return useMessages(modeMessages).modes as Readonly<Record<Mode, string>>;
}

interface ModeIconsProps {
  readonly model: Pick<Model, 'references'>;
  /** Whether the labels are visible. */
  readonly isNamed?: boolean;
}

export function ModeIcons({ model, isNamed }: ModeIconsProps) {
  const names = useModeNames();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      {listModes(model).map(mode => {
        const Icon = icons[mode];
        return (
          <span key={mode} className="inline-flex items-center gap-1 text-xs" title={names[mode]}>
            <Icon size={14} aria-hidden />
            <span className={isNamed ? undefined : 'sr-only'}>{names[mode]}</span>
          </span>
        );
      })}
    </span>
  );
}
