/** The result of a delivery attempt as text, for tasks, webhooks and the test of a URL. */
import { catalogue, useMessages } from './catalogue.ts';

export interface HookAnswer {
  readonly status: number | null;
  /** The server's code for a missing status. */
  readonly error: string | null;
}

const responseMessages = catalogue({
  en: {
    noAnswer: 'no response',
    notSent: 'not sent',
    address_refused: (host: string) =>
      `${host} is not on the public internet. The operator can allow it with KINORA_ALLOWED_NETWORKS.`,
    switched_off: (host: string) => `Deliveries to ${host} are paused because it kept failing.`,
    timeout: (host: string) => `${host} timed out.`,
    unreachable: (host: string) => `Could not connect to ${host}, or the connection was lost.`,
  },
  zh: {
    noAnswer: '无响应',
    notSent: '未发送',
    address_refused: (host: string) => `${host} 不在公网上；运营者可通过 KINORA_ALLOWED_NETWORKS 允许。`,
    switched_off: (host: string) => `${host} 持续失败，已暂停投递。`,
    timeout: (host: string) => `${host} 响应超时。`,
    unreachable: (host: string) => `无法连接 ${host}，或连接中断。`,
  },
});

/** No request was sent if the delivery ended with one of these codes. */
const unsentCodes = ['address_refused', 'switched_off'];

export function useHookAnswer() {
  const t = useMessages(responseMessages);
  return {
    wasSent: ({ error }: HookAnswer) => error === null || !unsentCodes.includes(error),
    /** The status, or a note that there is none. */
    inShort: ({ status, error }: HookAnswer) =>
      status ?? (error !== null && unsentCodes.includes(error) ? t.notSent : t.noAnswer),
    /** An explanation. Undefined if the receiver responded. */
    why: ({ error }: HookAnswer, url: string): string | undefined => {
      if (error === null) return undefined;
      const message = (t as Readonly<Record<string, unknown>>)[error];
      return typeof message === 'function' ? message(URL.parse(url)?.hostname ?? url) : error;
    },
  };
}
