/** The heading of a day's pictures. */
import { useState } from 'react';
import { systemClock } from '@kinora/shared/clock';
import { useLanguage } from '../../i18n/language.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { galleryMessages } from './messages.ts';

export function DayTitle({ day }: { readonly day: string }) {
  const t = useMessages(galleryMessages);
  const language = useLanguage();
  const date = new Date(`${day}T12:00`);
  const [today] = useState(() => new Date(systemClock.now()));
  const days = Math.round((startOfDay(today) - startOfDay(date)) / 86_400_000);
  const isThisYear = date.getFullYear() === today.getFullYear();
  const text = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(date);
  return (
    <h2 className="self-end pb-2 font-semibold">
      <time dateTime={day}>{days === 0 ? t.today : days === 1 ? t.yesterday : text}</time>
    </h2>
  );
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
