/** The prompt form as an API request. */
import { serverAddress } from '../../data/server-path.ts';
import { compose } from '../../prompt/read-draft.ts';
import { apiMessages } from '../../ui/code/api-messages.ts';
import { useAddress } from '../../data/address.ts';
import { ApiTab } from '../../ui/code/api-tab.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { openaiSnippetOf } from './openai-snippets.ts';
import { snippetOf, token } from './snippets.ts';
import type { Create } from './state/use-create.ts';

/** Stands for a prompt that is not written yet. */
const example = 'a lighthouse at dawn';

export function ImageApi({ create: { typed, pictures } }: { readonly create: Create }) {
  const t = useMessages(apiMessages);
  const [address, change] = useAddress<{ format?: string }>();
  const format = address.format === 'openai' ? 'openai' : 'midjourney';
  const text = typed.text.trim() || example;
  const { prompt } = compose(
    { ...typed, text },
    index => `https://example.com/${encodeURIComponent(pictures.all[index]?.name ?? 'picture.png')}`,
  );
  return (
    <ApiTab
      choices={
        <Segmented
          label={t.format}
          className="min-w-60"
          value={format}
          segments={[
            { value: 'midjourney', label: 'Midjourney proxy' },
            { value: 'openai', label: 'OpenAI Images' },
          ]}
          onChange={value => change({ format: value === 'openai' ? value : undefined })}
        />
      }
      hasFollow={format === 'midjourney'}
      codeIn={(language, follow) =>
        format === 'openai'
          ? openaiSnippetOf(language, { prompt, server: serverAddress() })
          : snippetOf(language, { prompt, server: serverAddress(), follow })
      }
      variable={token}
      note={pictures.all.length > 0 && t.pictureHint}
    />
  );
}
