/** Settings of an instance. */
import { z } from 'zod';

export const bflSettings = z.strictObject({
  pollingDomain: z
    .string()
    .regex(/^(([a-z0-9-]+\.)+[a-z]{2,})?$/, 'expected a domain such as bfl.ai')
    .default('bfl.ai')
    .meta({
      title: 'Polling domain',
      description:
        'The secret is sent only to hosts in this domain when results are fetched, and only if the URL is in the same domain. Empty: only to the host of the URL.',
      titleZh: '轮询域名',
      descriptionZh: '仅向该域名下的主机携带密钥查询结果，且 URL 也须属于该域名。留空：仅向 URL 的主机查询。',
    }),
});

export type BflSettings = z.infer<typeof bflSettings>;
