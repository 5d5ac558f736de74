/** Texts of the pages of the documentation around a document. */
import type { Language } from '@kinora/shared/errors/errors';
import { chineseGroups, docGroups, type DocGroup } from './doc-groups.ts';

const en = {
  lang: 'en',
  title: 'Documentation',
  skip: 'Skip to content',
  docs: 'Docs',
  reference: 'API reference',
  console: 'Console',
  allPages: 'All pages',
  onThisPage: 'On this page',
  asMarkdown: 'This page as Markdown',
  forModels: 'All pages for language models',
  other: '中文',
  otherLang: 'zh-CN',
  english: '',
  search: 'Search',
  searchDocs: 'Search the documentation',
  results: (query: string) => `Results for "${query}"`,
  nothing: 'No page contains these words. Try fewer or other words, or choose a page from the list.',
  askFor: 'Enter words, a setting, a command or an error code.',
  missing: 'Page not found',
  missingText: 'There is no such page in the documentation. Choose one from the list, or go to the overview:',
  linkToSection: 'Link to this section',
  groups: Object.fromEntries(docGroups.map(group => [group, group])) as Readonly<Record<DocGroup, string>>,
};

const zh: typeof en = {
  lang: 'zh-CN',
  title: '文档',
  skip: '跳到正文',
  docs: '文档',
  reference: '接口文档',
  console: '控制台',
  allPages: '所有页面',
  onThisPage: '本页内容',
  asMarkdown: '本页的 Markdown',
  forModels: '供语言模型阅读的所有页面',
  other: 'English',
  otherLang: 'en',
  english: '（英文）',
  search: '搜索',
  searchDocs: '搜索文档',
  results: query => `“${query}”的搜索结果`,
  nothing: '没有页面包含这些词。请减少或更换词语，或从列表中选择一个页面。',
  askFor: '输入词语、设置、命令或错误码。',
  missing: '页面不存在',
  missingText: '文档中没有这个页面。请从列表中选择，或前往概览：',
  linkToSection: '本节链接',
  groups: chineseGroups,
};

export type DocTexts = typeof en;
export const docTexts: Readonly<Record<Language, DocTexts>> = { en, zh };

/**
 * The address below /docs of the index, the search and the documents in a language, without a trailing slash.
 */
export const languageFolder: Readonly<Record<Language, string>> = { en: '', zh: '/zh' };
