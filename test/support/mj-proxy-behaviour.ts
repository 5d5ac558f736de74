/** What the fake Midjourney proxy does. */
import type { DialectName } from '../../src/engines/mj-proxy/dialects.ts';

export interface MjBehaviour {
  dialect: DialectName;
  key?: string;
  /** What it does instead of answering a submit: before it has accepted it, or after. */
  fault?: 'reset' | 'reset after' | 'half' | 'no json' | 'hang after' | undefined;
  /** Only submits with this path are affected by `fault`, `status` and `code`. Absent: all. */
  faultAt?: string;
  /** The status of its answers to submits, before it has accepted them; or after. */
  status?: number | undefined;
  isAfter?: boolean;
  /** The answer with `status` has no JSON, as that of a load balancer; or that of new-api without a channel. */
  answer?: 'html' | 'new-api';
  /** It answers submits that it has accepted when this is resolved. */
  held?: Promise<void>;
  /** The status with which something else answers requests about tasks, without a body that the server sends. */
  misrouted?: 200 | 204 | 404 | undefined;
  /** The code of its answers to submits, which it then does not accept. */
  code?: number | undefined;
  /** Submits that are still affected. Absent: all. */
  times?: number;
  /** The status words of a task, one for each poll. The last one stays. */
  statuses: string[];
  failReason: string;
  /** Every button asks for a prompt first, as accounts with remix do. */
  asksAlways?: boolean;
  /** Four files beside the sheet. */
  hasCells?: boolean;
  /** Pixels of a sheet. */
  sheet: { width: number; height: number };
  /** How many times as large as a cell a chosen one is. */
  chosenScale: number;
  /** Other files than its own: the address of the host. */
  cdn?: string;
  hasNoFile?: boolean;
  texts: { describe: string; shorten: string };
}

export const usual: MjBehaviour = {
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
