/** Shown before the first task: three example prompts, ready to run. */
import { candidateSize } from '@kinora/shared/prompt/picture-size';
import { Sparkles } from '../../icons/icons.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { compose, readDraft } from '../../prompt/read-draft.ts';
import { useLanguage } from '../../i18n/language.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { examples, type Example } from './examples/examples.ts';
import { priceRun } from '../../prompt/price-run.ts';
import type { Create } from './state/use-create.ts';
import { imageMessages } from './messages.ts';

interface FirstTimeProps {
  readonly create: Create;
  readonly onEdit: (prompt: string) => void;
}

export function FirstTime({ create, onEdit }: FirstTimeProps) {
  const t = useMessages(imageMessages);
  return (
    <div className="mx-auto max-w-280 py-8">
      <h2 className="text-center text-2xl font-semibold text-balance">{t.firstTitle}</h2>
      <p className="mt-1 mb-8 text-center text-muted">{t.firstText}</p>
      <ul className="grid gap-4 sm:grid-cols-3">
        {examples.map(example => (
          <li key={example.picture} className="flex">
            <ExampleCard {...{ create, onEdit, example }} />
          </li>
        ))}
      </ul>
      <p className="mt-4 text-center text-xs text-muted">{t.madeHere}</p>
    </div>
  );
}

const flags = /--.*$/;

function ExampleCard({ create, onEdit, example }: FirstTimeProps & { readonly example: Example }) {
  const t = useMessages(imageMessages);
  const prompt = example[useLanguage()];
  const { choice, models, typedPrompt, runs } = create;
  const { prompts } = readDraft({ ...typedPrompt, text: prompt, roles: [] });
  const [firstPrompt] = prompts;
  const { token } = choice;
  const price = token && firstPrompt && priceRun(prompts, { models, token });
  const make = () => {
    if (!token || !price) return;
    runs.start({
      path: 'imagine',
      content: JSON.stringify(['example', token.id, typedPrompt.version, prompt]),
      body: () => Promise.resolve({ prompt: compose({ ...typedPrompt, text: prompt, roles: [] }).prompt }),
      token,
      summary: prompt,
      amount: price.amount,
      tasks: 1,
      size: candidateSize(firstPrompt.version, firstPrompt.aspect, firstPrompt),
    });
  };
  return (
    <article className="card flex min-w-0 flex-1 flex-col overflow-hidden">
      <img
        src={example.picture}
        alt=""
        width={640}
        height={427}
        className="aspect-3/2 w-full bg-raised object-cover"
      />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <p className="flex-1">
          {prompt.replace(flags, '')}{' '}
          <span className="font-mono text-xs whitespace-nowrap text-muted">{flags.exec(prompt)?.[0]}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            kind="primary"
            icon={Sparkles}
            aria-label={t.example(prompt)}
            disabled={price?.amount === undefined}
            onClick={make}
          >
            {t.make}
            {price && (
              <span className="font-normal">
                <Money amount={price.amount} />
              </span>
            )}
          </Button>
          <Button kind="quiet" onClick={() => onEdit(prompt)}>
            {t.edit}
          </Button>
        </div>
      </div>
    </article>
  );
}
