/** What a topic of the bench is: it measures something and answers with rows. */
import type { Row } from './table.ts';

export interface Topic {
  /** What `npm run bench <name>` calls it. */
  readonly name: string;
  readonly run: (parts: TopicParts) => Promise<Row[]>;
}

export interface TopicParts {
  /** The address of a fresh, migrated database on the PostgreSQL of this run. */
  readonly freshDatabase: () => Promise<string>;
  /** Called when the topic is over, however it ended; the last one given first. */
  readonly atEnd: (stop: () => Promise<unknown>) => void;
}
