/** What came of a post to a receiver, in words: tries are shown with tasks, with webhooks and by the test of an address. */
import { catalogue, useWords } from './words.ts';

export interface HookAnswer {
  readonly status: number | null;
  /** The server's code of why there is no status. */
  readonly error: string | null;
}

const answerWords = catalogue({
  en: {
    noAnswer: 'no answer',
    notSent: 'not sent',
    address_refused: (host: string) =>
      `${host} is not on the public internet; the operator can open it with KINORA_ALLOWED_NETWORKS.`,
    switched_off: (host: string) => `Nothing is posted to ${host} for a while: it failed for too long.`,
    timeout: (host: string) => `${host} did not answer in time.`,
    unreachable: (host: string) => `${host} cannot be reached or broke off.`,
  },
  zh: {
    noAnswer: '无应答',
    notSent: '未发送',
    address_refused: (host: string) => `${host} 不在公网上；运营者可通过 KINORA_ALLOWED_NETWORKS 放行。`,
    switched_off: (host: string) => `${host} 持续失败，暂停向其发送。`,
    timeout: (host: string) => `${host} 未及时应答。`,
    unreachable: (host: string) => `无法连接 ${host}，或连接中断。`,
  },
});

/** Of these nothing left this server. */
const unsent = ['address_refused', 'switched_off'];

export function useHookAnswer() {
  const t = useWords(answerWords);
  return {
    wasSent: ({ error }: HookAnswer) => error === null || !unsent.includes(error),
    /** The status, or that there is none. */
    inShort: ({ status, error }: HookAnswer) =>
      status ?? (error !== null && unsent.includes(error) ? t.notSent : t.noAnswer),
    /** A sentence; undefined: there was an answer. */
    why: ({ error }: HookAnswer, url: string): string | undefined => {
      if (error === null) return undefined;
      const says = (t as Readonly<Record<string, unknown>>)[error];
      return typeof says === 'function' ? says(URL.parse(url)?.hostname ?? url) : error;
    },
  };
}
