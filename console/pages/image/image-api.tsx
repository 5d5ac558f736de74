/** The prompt form as an API request. If the form is empty, the request of the newest grid is shown. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useUser } from '../../data/session.ts';
import { tasksQuery } from '../../data/tasks/tasks.ts';
import { compose } from '../../prompt/read-draft.ts';
import { apiMessages } from '../../ui/code/api-messages.ts';
import { ApiTab } from '../../ui/code/api-tab.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { promptRequests } from './prompt-requests.ts';
import { lacksWords, type Create } from './state/use-create.ts';

/** The prompt that is shown if none has been typed and the account has no grid. */
const example = 'a lighthouse at dawn';

export function ImageApi({ create }: { readonly create: Create }) {
  const t = useMessages(apiMessages);
  const { typedPrompt, pictures, models, price } = create;
  const newest = useNewestPrompt();
  const isBlank = typedPrompt.text.trim() === '' || lacksWords(create);
  const { prompt } = compose(
    { ...typedPrompt, text: typedPrompt.text.trim() || example },
    index => `https://example.com/${encodeURIComponent(pictures.all[index]?.name ?? 'picture.png')}`,
  );
  const model = price?.model?.id ?? models[0]?.id;
  return (
    <ApiTab
      requests={promptRequests(isBlank && newest ? newest : prompt, model)}
      usual="midjourney"
      kind="image"
      note={
        <>
          {isBlank && newest && t.newestHint} {pictures.all.length > 0 && t.pictureHint}
        </>
      }
    />
  );
}

/** The prompt of the newest grid of the account. */
function useNewestPrompt(): string | undefined {
  const { account } = useUser();
  const { data } = useInfiniteQuery(tasksQuery({ kind: 'image', account }));
  const newest = data?.pages.flat().find(({ action }) => action === 'IMAGINE');
  return newest?.prompt ?? undefined;
}
