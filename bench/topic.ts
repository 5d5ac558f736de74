/** A topic of the benchmark, which measures one subject and returns rows. */
import type { Row } from './table.ts';

export interface Topic {
  /** The name in `npm run bench <name>`. */
  readonly name: string;
  /** It takes so long that it runs only when it is named. */
  readonly isLong?: true;
  readonly run: (parts: TopicOptions) => Promise<Row[]>;
}

export interface TopicOptions {
  readonly flags: BenchFlags;
  /** The address of a fresh, migrated database on the PostgreSQL of this run. */
  readonly freshDatabase: () => Promise<string>;
  /** Called when the topic is over, however it ended; the last one given first. */
  readonly atEnd: (stop: () => Promise<unknown>) => void;
}

export interface BenchFlags {
  /** How many tasks a soak submits. */
  readonly tasks: number;
  /** How long a soak waits before it measures memory when idle. */
  readonly idleMinutes: number;
  /** How many million finished tasks fill the tables, one size after the other. */
  readonly millions: readonly number[];
  /** How long a snapshot is held. */
  readonly holdMinutes: number;
  /** How many tasks a second are submitted meanwhile. Infinity means as many as are accepted. */
  readonly perSecond: number;
  /** How many jobs are in flight at a gateway, one size after the other. */
  readonly jobs: readonly number[];
  /** How long the gateway takes for a job. */
  readonly finishMs: number;
  /** How many requests a minute the gateway allows. Infinity means any number. */
  readonly perMinute: number;
  /** How long after the end of a job the gateway reports it. Infinity if it does not report. */
  readonly reportMs: number;
  /** How often the server is killed while its jobs are in flight. */
  readonly kills: number;
  /** The edge of the pictures that the gateway makes. Above 256, their files are as large as their pixels. */
  readonly sheetEdge: number;
}
