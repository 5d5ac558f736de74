/** The attached pictures with their roles. */
import { X } from '../../icons/icons.ts';
import { flagOf, type Role } from '../../prompt/read-draft.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Create } from './state/use-create.ts';
import type { AddedPicture } from './state/use-pictures.ts';
import { imageMessages } from './messages.ts';

const roles: readonly Role[] = ['content', 'style', 'character', 'object'];

export function PictureStrip({ create }: { readonly create: Create }) {
  const { all } = create.pictures;
  if (all.length === 0) return null;
  return (
    <ul className="flex gap-3 overflow-x-auto px-3 pt-3">
      {all.map(picture => (
        <li key={picture.id} className="w-22 shrink-0">
          <Thumbnail create={create} picture={picture} />
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ create, picture }: { readonly create: Create; readonly picture: AddedPicture }) {
  const t = useMessages(imageMessages);
  const { setRole, remove } = create.pictures;
  const { id, name, url, role } = picture;
  return (
    <>
      <div className="relative">
        <img
          src={url}
          alt={name}
          className="h-16 w-22 animate-[appear_180ms] rounded-md border border-line bg-bg object-cover"
        />
        <button
          type="button"
          aria-label={t.removePicture(name)}
          title={t.removePicture(name)}
          onClick={() => remove(id)}
          className="absolute top-0.5 right-0.5 grid size-6 place-items-center rounded-full border border-line bg-bg text-text hover:bg-raised pointer-coarse:size-9"
        >
          <X size={13} aria-hidden />
        </button>
      </div>
      <select
        aria-label={t.roleLabel(name)}
        value={role}
        title={role === 'content' ? undefined : flagOf[role]}
        onChange={event => setRole(id, event.target.value as Role)}
        className="mt-1 h-6 w-full rounded-sm bg-transparent text-xs text-muted hover:text-text pointer-coarse:h-10"
      >
        {roles.map(one => (
          <option key={one} value={one}>
            {t.roles[one]}
          </option>
        ))}
      </select>
    </>
  );
}
