/** The operator's logo, or that of Kinora. */
import icon from '../icon.svg';
import { useAbout } from '../data/session.ts';

export function Logo({ width = 'max-w-32' }: { readonly width?: string }) {
  return (
    <img
      src={useAbout().site.logo ?? icon}
      alt=""
      height={24}
      className={`h-6 shrink-0 object-contain ${width}`}
    />
  );
}
