/**
 * The groups of documents, in the order of the sidebar. docs/contents.json defines
 * which document belongs to which.
 */
export const docGroups = ['Use', 'Engines', 'Deploy', 'Operate', 'Develop'] as const;
export type DocGroup = (typeof docGroups)[number];

export const chineseGroups: Readonly<Record<DocGroup, string>> = {
  Use: '使用',
  Engines: '引擎',
  Deploy: '部署',
  Operate: '运维',
  Develop: '开发',
};

/**
 * The documents of a group in their order: name below docs/, without `.md` -> a sentence about the document.
 */
export type Contents = Readonly<Record<DocGroup, Readonly<Record<string, string>>>>;

/** The group of documents that are not in the contents, by folder. The others are listed under Operate. */
export const groupOfFolder: Readonly<Record<string, DocGroup>> = { engines: 'Engines', deploy: 'Deploy' };
