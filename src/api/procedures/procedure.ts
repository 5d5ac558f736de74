/**
 * What can be done to accounts, users, tokens, groups, models, prices, the ledger and the rest: one table,
 * from which come both the Console's API (interfaces/console) and the command line (cli). A new procedure is
 * an entry in its noun's file.
 */
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { SignUpState } from '../../platform/config/access-settings.ts';
import type { UserRole } from '../../core/accounts/users.ts';
import type { EffectiveSetting } from '../../platform/config/config.ts';
import type { Database, Queryable } from '../../platform/db/open.ts';
import type { Language } from '@kinora/shared/errors/errors';
import type { ReadOnly } from '../../platform/lib/read-only.ts';
import type { SafeFetch } from '../../platform/lib/network/safe-fetch.ts';
import type { Storage } from '../../media/storage/storage.ts';
import type { Catalogue } from '../../core/catalogue/models/catalogue.ts';
import type { LocalModels } from '../../core/local-models/open-local-models.ts';
import type { PaymentProvider } from '../../core/payments/payment-provider.ts';
import type { ReceiptTerms } from '../../core/payments/receipts/receipt.ts';
import type { MailServer } from '../../core/mail/mail-server.ts';
import type { Micros } from '@kinora/shared/money';
import type { BannedWords } from '../../core/moderation/banned-words.ts';
import type { EngineKind } from '../../engines/contract/kind/engine-kind.ts';
import type { SecretKeys } from '../../core/catalogue/secrets/secret-keys.ts';
import type { TaskRequest } from '../../core/tasks/submit/task-request.ts';
import type { TaskSummary } from '../../core/tasks/read/task-summary.ts';
import type { ToTaskRecord } from './records/task-record.ts';

/** The caller. The host is the command line of the server: an operator without an account. */
export type Actor =
  | { readonly kind: 'host'; readonly accountId: string }
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly accountId: string;
      readonly role: UserRole;
      readonly name: string;
      readonly address: string;
      readonly sessionId: string;
    };

export interface Context {
  /** A transaction, for a procedure that changes anything. */
  readonly db: Queryable;
  /** Only for a procedure with transactions of its own. */
  readonly database: Database;
  readonly actor: Actor;
  readonly catalogue: Catalogue;
  readonly currency: string;
  /** Where the Console is, for links; without a trailing slash. */
  readonly baseUrl: string;
  /** The language of texts for people. */
  readonly language: Language;
  /** Where the files of tasks are; opened only for what needs them: the command line may not read them. */
  readonly openFiles: () => Promise<Pick<Storage, 'stat'>>;
  readonly bannedWords: BannedWords;
  /** The keys that encrypt the secrets of engines. */
  readonly secretKeys: SecretKeys;
  readonly engineKinds: readonly EngineKind[];
  readonly maxWaiting: number;
  readonly retentionHours: number;
  readonly toLine: ToTaskRecord;
  /** What the task's interface adds to a submit of the same job. The once key is not scoped yet. */
  readonly retryTerms: (task: TaskSummary) => Pick<TaskRequest, 'wire' | 'onceKey'>;
  /** Every setting of this process, secrets hidden (config.ts). */
  readonly settings: readonly EffectiveSetting[];
  /** Holds the finished files. */
  readonly dataDir: string;
  /** The operator's own; clients are not shown all of it. */
  readonly notifyHook: string | undefined;
  /** An address that can be a hook, as it will be posted to. Throws AppError `field_invalid`. */
  readonly checkHook: (url: string, param: string) => string;
  readonly post: SafeFetch['post'];
  readonly get: SafeFetch['get'];
  /** How accounts can pay. Empty if payments are not configured. */
  readonly payments: readonly PaymentProvider[];
  readonly topUp: {
    /** Suggested amounts of credit, in millionths. */
    readonly amounts: readonly Micros[];
    readonly minMicros: Micros;
    readonly maxMicros: Micros;
  };
  /** What two accounts get for the first payment of the one that the other brought. 0: nothing. */
  readonly referralMicros: Micros;
  /** What the settings say about receipts. */
  readonly receiptTerms: ReceiptTerms;
  /** The configured public URL, never that of a request. Undefined if none is configured. */
  readonly publicUrl: string | undefined;
  /** Who can get an account. */
  readonly signUp: SignUpState;
  /** Undefined if the server sends no e-mail. */
  readonly mailServer: MailServer | undefined;
  /** Models that this server installs itself. */
  readonly local: LocalModels;
  /** Image model version of prompts without one. */
  readonly defaultVersion: string;
  /** LiteLLM's cost map, or a copy. Undefined if it is not read. */
  readonly priceListUrl: string | undefined;
  /** The log of the server's request, or of the command line. */
  readonly log: Pick<Logger, 'info' | 'error'>;
  /**
   * Reads changed engines, models, routes and banned words, so that the caller's
   * next request already sees them.
   */
  readonly refreshConfig: () => Promise<void>;
  /** Where a task's file is fetched. */
  readonly fileAddress: (file: { readonly key: string; readonly storageKey: string }) => string;
  /** Writes the change into the audit log, in the same transaction. No secret goes in. */
  note(change: Change): Promise<void>;
}

export interface Change {
  readonly accountId?: string | undefined;
  /** What it was done to: an id or a name. */
  readonly object: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Describes a procedure, without its fields and its answer. */
interface Description {
  readonly description: string;
  /**
   * The least role; each may do what those below it may. `anyone`: without signing in,
   * where the operator allows it.
   */
  readonly who: UserRole | 'anyone';
  /** It changes something: POST, in a transaction, in the audit log. Else GET. */
  readonly changes: boolean;
  /**
   * It reports what has happened, and may be answered by a replica of the database, some seconds
   * late. Never for money to spend.
   */
  readonly isReport?: true;
  /** It has transactions of its own, as a submit does: its audit entries are written after them. */
  readonly isOwnTransaction?: true;
  /** The field that the command line takes as its word: `kinora token revoke <token>`. */
  readonly word?: string;
  /**
   * The field of its records that `before` names, in a list with pages. An export as a file without a `limit`
   * has all pages.
   */
  readonly pageKey?: string;
  /** The word is the name of a file on the command line, and the field its text. */
  readonly isFile?: true;
}

interface TypedDescription<
  Name extends string,
  Input extends z.ZodObject,
  Output extends z.ZodType,
> extends Description {
  /**
   * Noun and verb: the command's words, and the last part of the path: `token create`, `/api/token.create`.
   */
  readonly name: Name;
  readonly input: Input;
  /** The answer as JSON: money is a decimal text, a time ISO 8601. */
  readonly output: Output;
}

/**
 * An entry of the table. Its types are those of its schemas: the Console's calls are checked
 * against them (contract.ts). `run` is declared as a method, so that an entry with types of its
 * own is an entry of any types.
 */
export interface Procedure<
  Name extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> extends TypedDescription<Name, Input, Output> {
  run(context: Context, input: unknown): Promise<unknown>;
  /**
   * Only of one that changes something: what takes longer than a transaction should. Gets what `run`
   * answered, when that is committed.
   */
  afterwards?(context: Context, result: unknown): Promise<unknown>;
}

type Answer<Output extends z.ZodType> = ReadOnly<z.output<Output>>;

/** An entry whose `run` is checked against its schemas. */
export function procedure<Name extends string, Input extends z.ZodObject, Output extends z.ZodType>(
  entry: TypedDescription<Name, Input, Output> & {
    run(context: Context, input: z.output<Input>): Promise<Answer<Output>>;
  },
): Procedure<Name, Input, Output> {
  return entry;
}

/**
 * Declares a procedure in two steps: `run` in the transaction, and `afterwards`, whose result is the answer.
 */
export function procedureInSteps<
  Name extends string,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Result,
>(
  entry: TypedDescription<Name, Input, Output> & {
    run(context: Context, input: z.output<Input>): Promise<Result>;
    afterwards(context: Context, result: Result): Promise<Answer<Output>>;
  },
): Procedure<Name, Input, Output> {
  return entry;
}
