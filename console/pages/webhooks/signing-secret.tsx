/** The signing secret of webhooks, shown on request, and how to verify signatures. */
import { useMutation } from '@tanstack/react-query';
import { Eye, EyeOff, RefreshCw } from '../../icons/icons.ts';
import { callProcedure } from '../../data/api.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { CopyButton } from '../../ui/formatted-values.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { webhookMessages } from './messages.ts';

const check = `import { Webhook } from 'standardwebhooks'; // npm install standardwebhooks

const webhook = new Webhook(process.env.KINORA_WEBHOOK_SECRET);
// body: the raw request body, not parsed. Throws if the signature is wrong or too old.
const task = webhook.verify(body, request.headers);`;

export function SigningSecret({ account }: { readonly account: string }) {
  const t = useMessages(webhookMessages);
  const show = useMutation({
    mutationFn: () => callProcedure('webhook secret', { account }),
  });
  const replace = useMutation({
    mutationFn: () => callProcedure('webhook rotate', { account }),
    onSuccess: () => show.reset(),
  });
  const secret = replace.data?.secret ?? show.data?.secret;
  const hide = () => {
    show.reset();
    replace.reset();
  };
  return (
    <section className="card grid gap-3 p-4">
      <div>
        <h2 className="text-lg font-semibold">{t.secret}</h2>
        <p className="text-sm text-muted">{t.secretDescription}</p>
      </div>
      {secret && (
        <p className="flex items-center gap-2 rounded-md border border-line bg-bg py-1 pr-1 pl-3">
          <code aria-label={t.secretLabel} className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">
            {secret}
          </code>
          <CopyButton text={secret} />
        </p>
      )}
      {replace.data && <p className="text-sm text-muted">{t.replaced}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          icon={secret ? EyeOff : Eye}
          busy={show.isPending}
          onClick={() => (secret ? hide() : show.mutate())}
        >
          {secret ? t.hide : t.reveal}
        </Button>
        <Button icon={RefreshCw} busy={replace.isPending} onClick={() => replace.mutate()}>
          {t.replaceSecret}
        </Button>
      </div>
      <ErrorNote error={show.error ?? replace.error} />
      <CodeBlock label={t.verify} code={check} />
    </section>
  );
}
