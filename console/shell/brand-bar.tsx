/** The top of a page without navigation: the name, and the choices of language and theme. */
import { useAbout } from '../data/session.ts';
import { LanguageAndTheme } from './choices.tsx';
import { Logo } from './logo.tsx';

export function BrandBar() {
  return (
    <header className="flex items-center justify-between">
      <span className="flex items-center gap-2.5 text-lg font-semibold">
        <Logo />
        {useAbout().site.name}
      </span>
      <LanguageAndTheme />
    </header>
  );
}
