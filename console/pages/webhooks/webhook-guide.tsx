/** How to submit a task with a webhook: example requests with this server's URL. */
import { ChevronRight } from '../../icons/icons.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { webhookMessages } from './messages.ts';
import { serverAddress } from '../../data/server-path.ts';

const request = (path: string, body: object) =>
  `curl -s \\
  ${serverAddress()}${path} \\
  -H "Authorization: Bearer $KINORA_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body, null, 2)}'`;
const receiver = 'https://example.com/hooks';

export function WebhookGuide({ isOpen }: { readonly isOpen: boolean }) {
  const t = useMessages(webhookMessages);
  const image = request('/mj/submit/imagine', { prompt: 'a red fox', notifyHook: receiver });
  const clip = { model: 'sketch-motion', prompt: 'sailboats', seconds: 4, webhook_url: receiver };
  return (
    <details className="card group" open={isOpen}>
      <summary className="flex items-center gap-2 p-4 font-semibold marker:content-none">
        <ChevronRight
          size={16}
          aria-hidden
          className="transition-transform duration-120 group-open:rotate-90"
        />
        {t.how}
      </summary>
      <div className="grid gap-3 border-t border-line p-4">
        <p className="text-sm text-muted">{t.howDescription}</p>
        <CodeBlock label={t.howImage} code={image} />
        <CodeBlock label={t.howVideo} code={request('/v1/videos', clip)} />
      </div>
    </details>
  );
}
