import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docTexts } from './doc-texts.ts';
import { readDocs } from './read-docs.ts';
import { renderDoc } from './render-doc.ts';
import { openSearchIndex } from './search-index.ts';
import { splitSections } from './split-sections.ts';

const { pages } = await readDocs();
const sections = await Promise.all(
  pages.map(async doc => {
    const { linkToSection } = docTexts[doc.language];
    const { headings } = await renderDoc(doc, { titles: new Map(), path: '', linkToSection });
    return splitSections(doc, headings);
  }),
);
const all = sections.flat();
const english = openSearchIndex(all.filter(({ doc }) => doc.language === 'en'));
const chinese = openSearchIndex(all.filter(({ doc }) => doc.language === 'zh'));

test('every heading has its text', () => {
  const { text } = all.find(({ heading }) => heading.id === 'verify-the-signature') ?? { text: '' };
  assert.match(text, /^Messages are signed according to Standard Webhooks\. Any library/);
  assert.ok(!/[`*|]|\]\(/.test(text), text);
});

test('what people look for comes first', () => {
  const expected: Readonly<Record<string, string>> = {
    webhook: 'hooks',
    webhooks: 'hooks',
    'verify webhook signature': 'hooks',
    'prompt parameters': 'prompts',
    KINORA_RETENTION_HOURS: 'configuration',
    insufficient_balance: 'errors',
    comfyui: 'engines/comfyui',
    'reverse proxy nginx': 'deploy/reverse-proxy',
    'back up': 'backup',
    'migrate from new-api': 'migrate-from-new-api',
    'extend a clip': 'video-interface',
    passkey: 'sign-in',
    'kubernetes helm': 'deploy/kubernetes',
    'idempotency key': 'video-interface',
  };
  const first = Object.keys(expected).map(query => [query, english.find(query)[0]?.doc.name]);
  assert.deepEqual(Object.fromEntries(first), expected);
});

test('Chinese words are found without spaces between them', () => {
  const expected: Readonly<Record<string, string>> = {
    提示词参数: 'zh/prompts',
    验证签名: 'zh/hooks',
    延长视频: 'zh/video-interface',
    余额不足: 'zh/use-from-typescript',
    快速开始: 'zh/quick-start',
  };
  const first = Object.keys(expected).map(query => [query, chinese.find(query)[0]?.doc.name]);
  assert.deepEqual(Object.fromEntries(first), expected);
});

test('the beginning of a word finds it, no page fills the list, and nothing is found for nothing', () => {
  assert.equal(english.find('kuber')[0]?.doc.name, 'deploy/kubernetes');
  const results = english.find('engine');
  assert.ok(results.length === 20 && results.filter(({ doc }) => doc.name === 'engines').length <= 3);
  for (const query of ['', ' ', '…', 'zzzzzz']) assert.deepEqual(english.find(query), [], query);
});
