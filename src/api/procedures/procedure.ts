/**
 * Everything that can be done to accounts, users, tokens, groups, models, prices, the ledger and the rest:
 * one table, from which come both the Console's API (src/api/console) and the command line (src/app/cli). A
 * new procedure is an entry in its noun's file.
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
  /** The public address of the Console, for links, without a trailing slash. */
  readonly baseUrl: string;
  /** The language of texts for people. */
  readonly language: Language;
  /**
   * Opens the storage of task files. Called only by procedures that need it, because the command line may not
   * be allowed to read the files.
   */
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
  /** The folder of the finished files. */
  readonly dataDir: string;
  /** The operator's own webhook, of which clients see only a part. Undefined if none is set. */
  readonly notifyHook: string | undefined;
  /**
   * Returns the address of a webhook as it will be called. Throws AppError `field_invalid` if it cannot be
   * one.
   */
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
  /**
   * The credit of each of two accounts at the first payment of the one that the other invited. 0 means none.
   */
  readonly referralMicros: Micros;
  /** What the settings say about receipts. */
  readonly receiptTerms: ReceiptTerms;
  /** The configured public URL, never that of a request. Undefined if none is configured. */
  readonly publicUrl: string | undefined;
  /** Who can get an account. */
  readonly signUp: SignUpState;
  /** Sends e-mail. Undefined if the server sends none. */
  readonly mailServer: MailServer | undefined;
  /** Models that this server installs itself. */
  readonly local: LocalModels;
  /** The version of image models for prompts that name none. */
  readonly defaultVersion: string;
  /** The URL of LiteLLM's cost map, or of a copy. Undefined if it is not read. */
  readonly priceListUrl: string | undefined;
  /** The log of the server's request, or of the command line. */
  readonly log: Pick<Logger, 'info' | 'error'>;
  /**
   * Reads changed engines, models, routes and banned words, so that the caller's
   * next request already sees them.
   */
  readonly refreshConfig: () => Promise<void>;
  /** Returns the URL of a task's file. */
  readonly fileAddress: (file: { readonly key: string; readonly storageKey: string }) => string;
  /** Writes the change into the audit log, in the same transaction. It must not contain a secret. */
  note(change: Change): Promise<void>;
}

export interface Change {
  readonly accountId?: string | undefined;
  /** The id or the name of the object that was changed. */
  readonly object: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Describes a procedure, without its fields and its answer. */
interface Description {
  readonly description: string;
  /**
   * The lowest role that may call it; higher roles may, too. `anyone`: also callers without a session, where
   * the operator allows it.
   */
  readonly who: UserRole | 'anyone';
  /**
   * Whether it changes something. Then its route is a POST, it runs in a transaction, and the audit log gets
   * an entry. Otherwise its route is a GET.
   */
  readonly changes: boolean;
  /**
   * Set if it reports what has happened. A replica of the database may answer it, some seconds late, so it
   * must never decide on money to spend.
   */
  readonly isReport?: true;
  /** Set if it has transactions of its own, as a submit does. Its audit entries are written after them. */
  readonly isOwnTransaction?: true;
  /** The field that the command line takes as its positional argument: `kinora token revoke <token>`. */
  readonly word?: string;
  /**
   * The field of the records that `before` names, in a list with pages. An export as a file without a `limit`
   * contains all pages.
   */
  readonly pageKey?: string;
  /** Set if the positional argument is the name of a file, whose text becomes the field. */
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
   * Only for a procedure that changes something: does what takes too long for a transaction. Called with the
   * result of `run` after the commit.
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
