/**
 * The part of docs/connect-a-client.md that comes from the guides, in both languages: settings of each
 * client, and what shows that they work.
 */
import { clientGuides, type ClientBlock, type ClientGuide } from '@kinora/shared/clients/client-guides';

type Language = 'en' | 'zh';

/** The same values as in the other documents: the address of a first start, and a key to replace. */
const connection = { server: 'http://127.0.0.1:4040', key: 'kn_…', model: 'sketch' } as const;

const fences: Readonly<Record<ClientBlock['language'], string>> = {
  shell: 'sh',
  javascript: 'js',
  python: 'python',
  yaml: 'yaml',
  text: '',
};

const texts = {
  en: {
    alias: (name: string) => `It asks for \`${name}\`, so set an alias:`,
    headings: ['Client', 'Version or commit', 'How', 'Date'],
    how: { run: 'run, unchanged', replayed: 'requests replayed from its source' },
  },
  zh: {
    alias: (name: string) => `它请求 \`${name}\`，因此请设置别名：`,
    headings: ['客户端', '版本或提交', '方式', '日期'],
    how: { run: '原样运行', replayed: '按其源码重放请求' },
  },
} as const;

export function clientGuideLines(language: Language): string[] {
  return clientGuides.flatMap((guide, index) => [
    ...(index === 0 ? [] : ['']),
    ...guideLines(guide, language),
  ]);
}

function guideLines({ name, instructions, blocks, alias, note }: ClientGuide, language: Language): string[] {
  const t = texts[language];
  return [
    `### ${name}`,
    '',
    instructions[language],
    ...blocks(connection).flatMap(block => ['', `\`${block.label}\``, '', ...codeFence(block)]),
    ...(alias === undefined ? [] : ['', t.alias(alias), '', ...codeFence(aliasCommand(alias))]),
    ...(note === undefined ? [] : ['', note[language]]),
  ];
}

function codeFence({ language, code }: Pick<ClientBlock, 'language' | 'code'>): string[] {
  return [`\`\`\`${fences[language]}`, code, '```'];
}

function aliasCommand(alias: string): Pick<ClientBlock, 'language' | 'code'> {
  return { language: 'shell', code: `npx kinora alias set ${alias} --model ${connection.model}` };
}

export function clientProofLines(language: Language): string[] {
  const t = texts[language];
  const rows = clientGuides.map(({ name, proof: { version, method, day } }) => [
    name,
    version,
    t.how[method],
    day,
  ]);
  return [t.headings, t.headings.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`);
}
