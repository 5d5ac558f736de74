/** The top of a page without navigation: the name, and the choices of language and theme. */
import icon from '../icon.svg';
import { useAbout } from '../data/session.ts';
import { LanguageAndTheme } from './choices.tsx';

export function BrandBar() {
  return (
    <header className="flex items-center justify-between">
      <span className="flex items-center gap-2.5 text-lg font-semibold">
        <img src={icon} alt="" width={28} height={28} />
        {useAbout().site.name}
      </span>
      <LanguageAndTheme />
    </header>
  );
}
