/**
 * The settings of one client. A key that was entered is copied with them, and shown
 * as its first characters only.
 */
import { Link } from '@tanstack/react-router';
import type { ClientBlock, ClientGuide, Connection } from '@kinora/shared/clients/client-guides';
import type { ModelFacts } from '../data/models/models.ts';
import { hasRole, useUser } from '../data/session.ts';
import { useLanguage } from '../i18n/language.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { CodeBlock } from '../ui/code/code-block.tsx';
import type { CodeLanguage } from '../ui/code/highlight.ts';
import { connectMessages } from './messages.ts';

interface SettingsProps {
  readonly guide: ClientGuide;
  readonly connection: Connection;
  readonly model: ModelFacts | undefined;
  readonly hasKey: boolean;
}

const shownCharacters = 6;

const languages: Readonly<Partial<Record<ClientBlock['language'], CodeLanguage>>> = {
  shell: 'curl',
  javascript: 'javascript',
  python: 'python',
};

export function ClientSettings({ guide, connection, model, hasKey }: SettingsProps) {
  const t = useMessages(connectMessages);
  const language = useLanguage();
  const { name, instructions, alias, note, proof } = guide;
  const shownKey = hasKey ? `${connection.key.slice(0, shownCharacters)}…` : connection.key;
  const shownBlocks = guide.blocks({ ...connection, key: shownKey });
  return (
    <section aria-label={name} className="mb-8">
      <h2 className="mb-2 text-lg font-semibold">{name}</h2>
      <p className="mb-3 max-w-160">{instructions[language]}</p>
      <div className="grid max-w-200 gap-3">
        {guide.blocks(connection).map(({ label, language: blockLanguage, code }, index) => {
          const codeLanguage = languages[blockLanguage];
          return (
            <CodeBlock
              key={label}
              label={label}
              code={code}
              shownCode={shownBlocks[index]?.code ?? code}
              {...(codeLanguage && { language: codeLanguage })}
            />
          );
        })}
        {alias && model && <AliasNote alias={alias} model={model} />}
        {note && <p className="text-sm text-muted">{note[language].replaceAll('`', '')}</p>}
        <p className="text-xs text-muted">{t[proof.method](proof.version, proof.day)}</p>
      </div>
    </section>
  );
}

function AliasNote({ alias, model }: { readonly alias: string; readonly model: ModelFacts }) {
  const t = useMessages(connectMessages);
  const isOperator = hasRole(useUser(), 'operator');
  if (model.aliases.includes(alias))
    return <p className="text-sm text-ok">{t.aliasSet(alias, model.name)}</p>;
  return (
    <p className="text-sm text-warn">
      {t.aliasMissing(alias)}{' '}
      {isOperator ? (
        <Link to="/aliases" search={{ add: 'alias', alias, model: model.id }}>
          {t.setAlias}
        </Link>
      ) : (
        t.askOperator
      )}
    </p>
  );
}
