/** What the database's announcements reach in this process. */
import { readPrices } from '../billing/prices.ts';
import { openListener } from '../db/listen.ts';
import type { ConnectionSettings, Database } from '../db/open.ts';
import type { Events } from '../events.ts';
import { openAuthenticator, type Authenticator } from '../http/auth.ts';
import { openTaskBus, type TaskBus } from '../http/task-bus.ts';
import { openKeptReplies, type KeptReplies } from '../http/kept-replies.ts';
import { openRecords, type Records } from '../http/records.ts';
import type { Catalogue } from '../models/catalogue.ts';
import { openBannedWords, type BannedWords } from '../moderation/banned-words.ts';
import { viewLine } from '../tasks/line-view.ts';
import type { TrialTaker } from '../operate/answer-trials.ts';
import { viewAnyTask } from '../tasks/task-view.ts';
import type { Worker } from '../tasks/worker.ts';
import type { Deliverer } from '../webhooks/deliverer.ts';
import type { Taken } from './taken.ts';

export interface News {
  readonly records: Records;
  readonly replies: KeptReplies;
  readonly authenticator: Authenticator;
  readonly bannedWords: BannedWords;
  readonly bus: TaskBus;
  worker: Worker | undefined;
  deliverer: Deliverer | undefined;
  trials: TrialTaker | undefined;
}

const channels = [
  'kinora_due',
  'kinora_made',
  'kinora_task',
  'kinora_token',
  'kinora_cancel',
  'kinora_banned',
  'kinora_hook',
  'kinora_price',
  'kinora_session',
  'kinora_engine',
  'kinora_trial',
];

export interface NewsParts {
  readonly connection: ConnectionSettings;
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly events: Events;
}

export async function hearNews(
  { connection, db, catalogue, events }: NewsParts,
  taken: Taken,
): Promise<News> {
  const pricesChanged = () =>
    void readPrices(db, catalogue).catch((error: unknown) => events.workerTroubled(error));

  const replies = openKeptReplies();
  const news: News = {
    records: openRecords(replies),
    replies,
    authenticator: openAuthenticator(db),
    bannedWords: openBannedWords(db),
    bus: openTaskBus({
      view: publicId => viewAnyTask(db, publicId),
      line: publicId => viewLine(db, publicId),
    }),
    worker: undefined,
    deliverer: undefined,
    trials: undefined,
  };
  const { records, authenticator, bannedWords, bus } = news;
  const keepers = [records, authenticator, bannedWords];
  const listener = await openListener(channels, {
    connection,
    onLost: () => keepers.forEach(keeper => keeper.setListening(false)),
    onListening: () => {
      keepers.forEach(keeper => keeper.setListening(true));
      pricesChanged();
      news.worker?.wake();
      news.deliverer?.wake();
      news.trials?.look();
      bus.missed();
    },
  });
  taken.push(() => listener.close());
  listener.on('kinora_due', () => news.worker?.wake());
  // Nothing is kept of what is new, and its submit's answer told who asked.
  listener.on('kinora_made', publicId => bus.changed(publicId));
  listener.on('kinora_task', publicId => {
    records.forget(publicId);
    bus.changed(publicId);
    news.deliverer?.taskChanged(publicId);
  });
  listener.on('kinora_token', tokenId => {
    authenticator.forget();
    replies.clear();
    bus.callerChanged(tokenId);
  });
  listener.on('kinora_session', userId => bus.callerChanged(userId));
  listener.on('kinora_cancel', taskId => news.worker?.cancel(taskId));
  listener.on('kinora_banned', () => bannedWords.forget());
  listener.on('kinora_price', pricesChanged);
  listener.on('kinora_engine', () => news.worker?.wake());
  listener.on('kinora_trial', () => news.trials?.look());
  await readPrices(db, catalogue);
  listener.on('kinora_hook', () => news.deliverer?.hookMade());
  return news;
}
