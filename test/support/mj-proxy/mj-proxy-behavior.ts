/** How the fake Midjourney proxy behaves. */
import type { DialectName } from '../../../src/engines/kinds/mj-proxy/dialects.ts';

export interface MjBehavior {
  dialect: DialectName;
  key?: string;
  /** What it does instead of answering a submit, before or after it has accepted it. */
  fault?: 'reset' | 'reset after' | 'half' | 'no json' | 'hang after' | undefined;
  /** Only submits with this path are affected by `fault`, `status` and `code`. Absent for all. */
  faultAt?: string;
  /** The status of its responses to submits, before or after it has accepted them. */
  status?: number | undefined;
  isAfter?: boolean;
  /**
   * The response with `status` has no JSON, like that of a load balancer, or like
   * that of new-api without a channel.
   */
  answer?: 'html' | 'new-api';
  /** It answers accepted submits once this is resolved. */
  submitGate?: Promise<void>;
  /** The status with which something else answers requests about tasks, without the server's own body. */
  foreignStatus?: 200 | 204 | 404 | undefined;
  /** The code of its responses to submits, which it then does not accept. */
  code?: number | undefined;
  /** The text with `code`. */
  description?: string;
  /** The name of the error with `code`, as another Kinora gives it. */
  errorCode?: string;
  /** The number of submits that are still affected. Absent for all. */
  times?: number;
  /** The status of a task, one for each poll. The last one stays. */
  statuses: string[];
  failReason: string;
  /** Every button opens a modal, as on accounts with remix mode. */
  asksAlways?: boolean;
  /** Returns four files beside the sheet. */
  hasCells?: boolean;
  /** The size of a sheet in pixels. */
  sheet: { width: number; height: number };
  /** The scale of a selected image relative to its cell. */
  chosenScale: number;
  /** The URL of another host for files. */
  cdn?: string;
  hasNoFile?: boolean;
  texts: { describe: string; shorten: string };
}

export const usual: MjBehavior = {
  dialect: 'trueai',
  statuses: ['SUBMITTED', 'IN_PROGRESS', 'SUCCESS'],
  failReason: '[Banned prompt detected] a word',
  sheet: { width: 128, height: 128 },
  chosenScale: 1,
  texts: {
    describe: '1️⃣ a fox --ar 1:1\n\n2️⃣ a red fox\n\n3️⃣ a fox in snow\n\n4️⃣ an animal',
    shorten:
      '## Important tokens\na **red** fox ~~very~~\n## Shortened prompts\n1️⃣ a red fox\n\n2️⃣ red fox\n\n3️⃣ fox, red\n\n4️⃣ red\n\n5️⃣ fox',
  },
};
