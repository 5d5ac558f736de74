/** Example pictures of a model, or the icon of its kind if it has none. */
import { useQuery } from '@tanstack/react-query';
import { Clapperboard, Image } from '../../icons/icons.ts';
import { coversQuery } from '../../data/models/models.ts';
import { classes } from '../../ui/class-names.ts';
import { listExamples } from './examples.ts';

interface ExamplePictureProps {
  readonly model: string;
  readonly kind: 'image' | 'video';
  /** The aspect ratio and corner radius. */
  readonly className: string;
}

export function ExamplePicture({ model, kind, className }: ExamplePictureProps) {
  const Kind = kind === 'video' ? Clapperboard : Image;
  const examples = listExamples(model);
  const { data: covers = [] } = useQuery({ ...coversQuery, enabled: examples.length === 0 });
  const cover = covers.find(one => one.model === model)?.picture;
  const pictures = examples.length === 0 && cover ? [cover] : examples;
  return (
    <div
      aria-hidden
      className={classes('flex items-center justify-center gap-px overflow-hidden bg-raised', className)}
    >
      {pictures.length === 0 && <Kind className="size-1/4 max-h-10 max-w-10 text-muted" />}
      {pictures.map(picture => (
        <img key={picture} src={picture} alt="" className="h-full min-w-0 flex-1 object-cover" />
      ))}
    </div>
  );
}
