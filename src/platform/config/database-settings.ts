/** Settings of the database: a part of the table in settings.ts. */
import { postgresUrl, wholeNumber, yesOrNo } from './setting-kinds.ts';

export const databaseSettings = {
  DATABASE_URL: {
    ...postgresUrl,
    to: 'databaseUrl',
    default: '',
    en: 'URL of an external PostgreSQL (15 or newer), of several hosts of which one is the primary, or of a connection pooler before it. Empty: the built-in database.',
    zh: '外部 PostgreSQL（15 或更高版本）、其中一台为主库的多台主机，或其前面的连接池；留空则使用内置数据库。',
  },
  DATABASE_DIRECT_URL: {
    ...postgresUrl,
    to: 'databaseDirectUrl',
    default: '',
    en: 'URL of the same database without the pooler, if `DATABASE_URL` is that of a pooler in transaction mode: for notifications, locks and migrations.',
    zh: '`DATABASE_URL` 为事务模式连接池时，同一数据库绕过连接池的地址，用于通知、锁和迁移。',
  },
  DATABASE_REPLICA_URL: {
    ...postgresUrl,
    to: 'databaseReplicaUrl',
    default: '',
    en: 'URL of a replica of the same database, which answers usage, margin, statements, the ledger and the audit log, some seconds late. Empty: the database itself does.',
    zh: '同一数据库只读副本的地址，用于用量、毛利、对账单、账本和审计日志的查询，可能延迟数秒；留空则由数据库本身回答。',
  },
  KINORA_DATABASE_CONNECTIONS: {
    ...wholeNumber(2, 1000),
    to: 'databaseConnections',
    default: '10',
    en: 'Largest number of connections of a process to the database, besides one that listens and those of migrations, backups and locks.',
    zh: '每个进程与数据库之间的最大连接数，不含一个监听连接以及迁移、备份和锁所用的连接。',
  },
  KINORA_MIGRATE_AT_START: {
    ...yesOrNo,
    to: 'migratesAtStart',
    default: 'true',
    en: 'Whether a process applies missing migrations when it starts. `false`: it refuses to start, until `kinora migrate` has run.',
    zh: '进程启动时是否应用缺少的迁移；`false` 表示在运行 `kinora migrate` 之前拒绝启动。',
  },
} as const;
