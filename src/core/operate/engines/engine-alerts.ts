/** Notifies the operator, by webhook and by mail, that an engine became unavailable, and that it is back. */
import type { Database } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { enqueueMail } from '../../mail/mail.ts';
import type { SafeFetch } from '../../../platform/lib/network/safe-fetch.ts';

/** Claims the alert that an engine is unavailable: the process that inserts the row sends it. */
const claimGone = statement(
  'claim_gone_engines',
  `insert into engine_alerts (engine, since, reason)
   select engine, min(opened_at), (array_agg(reason order by opened_at desc))[1]
   from breakers where opened_at is not null
   group by engine
   on conflict do nothing
   returning engine, since, reason`,
);
const claimBack = statement(
  'claim_returned_engines',
  `delete from engine_alerts where not exists (
     select from breakers where breakers.engine = engine_alerts.engine and opened_at is not null
   ) returning engine, since, reason`,
);
const unclaimGone = statement('unclaim_gone_engine', 'delete from engine_alerts where engine = $1');
const unclaimBack = statement(
  'unclaim_returned_engine',
  'insert into engine_alerts (engine, since, reason) values ($1, $2, $3) on conflict do nothing',
);

interface AlertRow {
  engine: string;
  since: Date;
  reason: string | null;
}

export interface AlertDependencies {
  readonly db: Database;
  readonly post: SafeFetch['post'];
  /** The operator's webhook. Undefined if there is none. */
  readonly url: string | undefined;
  /** The chat, if the webhook is that of a Telegram bot. */
  readonly chat?: string | undefined;
  /** The email address for alerts. Undefined if none are sent by mail. */
  readonly mailTo: string | undefined;
  /** The receiver could not be reached, or did not accept the alert. */
  readonly onFailure: (engine: string, problem: unknown) => void;
}

const timeoutMs = 10_000;

/** Sends the new alerts. Those that the receiver did not accept are sent again the next time. */
export async function sendEngineAlerts(parts: AlertDependencies): Promise<void> {
  const { db } = parts;
  for (const row of await db.query<AlertRow>(claimGone))
    if (!(await sendAlert(parts, 'engine.unavailable', row))) await db.query(unclaimGone, [row.engine]);
  for (const row of await db.query<AlertRow>(claimBack))
    if (!(await sendAlert(parts, 'engine.available', row)))
      await db.query(unclaimBack, [row.engine, row.since, row.reason]);
}

type AlertType = 'engine.unavailable' | 'engine.available';

/** The mail is queued once, however often the webhook is tried. */
async function sendAlert(parts: AlertDependencies, type: AlertType, row: AlertRow): Promise<boolean> {
  const { db, mailTo: to, url } = parts;
  const { engine, reason } = row;
  const since = row.since.toISOString();
  const mail = { language: 'en', onceKey: `${type} ${engine} ${since}` } as const;
  if (to !== undefined && type === 'engine.unavailable')
    await enqueueMail(db, {
      ...mail,
      to,
      kind: 'engine_unavailable',
      data: { engine, since, reason: reason ?? '' },
    });
  if (to !== undefined && type === 'engine.available')
    await enqueueMail(db, { ...mail, to, kind: 'engine_available', data: { engine, since } });
  return url === undefined || isDelivered({ ...parts, url }, type, row);
}

/** `text` and `content` are what Slack, Telegram and Discord show. */
async function isDelivered(
  { post, url, chat, onFailure }: AlertDependencies & { readonly url: string },
  type: AlertType,
  { engine, since, reason }: AlertRow,
): Promise<boolean> {
  const time = since.toISOString();
  const text =
    type === 'engine.available'
      ? `Engine ${engine} is available again. It had been unavailable since ${time}.`
      : `Engine ${engine} has been unavailable since ${time}${reason ? `: ${reason}` : ''}. Its tasks wait.`;
  const about = { type, engine, since: time, reason, text, content: text };
  const body = JSON.stringify(chat === undefined ? about : { ...about, chat_id: chat });
  const headers = { 'content-type': 'application/json' };
  try {
    const { status } = await post(url, { accountId: 'operator', headers, body, timeoutMs });
    if (status >= 300) onFailure(engine, `status ${status}`);
    return status < 300;
  } catch (error) {
    onFailure(engine, error);
    return false;
  }
}
