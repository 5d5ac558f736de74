/**
 * The image page: the prompt field, with the results below it. On phones the field is at the
 * bottom, within reach of the thumb.
 */
import { lazy, Suspense, useCallback, useRef } from 'react';
import { useAddress } from '../../data/address.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import { apiMessages } from '../../ui/code/api-messages.ts';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { useTitle } from '../../ui/page.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { PromptBar } from './prompt-bar.tsx';
import { Results } from './results.tsx';
import { useCreate } from './state/use-create.ts';
import { useDrop } from './state/use-drop.ts';
import { imageMessages } from './messages.ts';

const ImageApi = lazy(() => import('./image-api.tsx').then(module => ({ default: module.ImageApi })));

export function ImagePage() {
  const t = useMessages(imageMessages);
  useTitle(t.title);
  const api = useMessages(apiMessages);
  const [address, setAddress] = useAddress<{ tab?: string }>();
  const tab = address.tab === 'api' ? 'api' : 'result';
  const create = useCreate();
  const area = useRef<HTMLTextAreaElement>(null);
  const { setText } = create;
  const edit = useCallback(
    (prompt: string) => {
      setText(prompt);
      area.current?.focus();
    },
    [setText],
  );
  const reusePrompt = useCallback((task: Task) => edit(task.prompt ?? ''), [edit]);
  const { isOver, ...drop } = useDrop(create.pictures);
  return (
    <div {...drop} className="mx-auto flex min-h-[calc(100dvh-48px)] w-full max-w-360 flex-col">
      <h1 className="sr-only">{t.title}</h1>
      <div className="z-10 bg-bg px-4 py-3 max-md:sticky max-md:bottom-0 max-md:order-last max-md:mt-auto max-md:border-t max-md:border-line max-md:px-3 max-md:pb-[max(12px,env(safe-area-inset-bottom))] md:sticky md:top-12 md:px-6 [@media(max-height:480px)]:static!">
        <PromptBar create={create} area={area} isOver={isOver} />
      </div>
      <div className="px-4 md:px-6">
        <div className="flex justify-end pt-2">
          <SegmentedControl
            label={api.view}
            isQuiet
            className="w-48"
            value={tab}
            segments={[
              { value: 'result', label: t.results },
              { value: 'api', label: api.api },
            ]}
            onChange={nextTab => setAddress({ tab: nextTab === 'api' ? 'api' : undefined }, { isStep: true })}
          />
        </div>
        <Suspense>{tab === 'api' && <ImageApi create={create} />}</Suspense>
        {tab === 'result' && <Results create={create} onEdit={edit} onUsePrompt={reusePrompt} />}
      </div>
    </div>
  );
}
