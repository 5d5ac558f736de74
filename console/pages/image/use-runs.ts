/** What was sent and is not in the list yet. One key per press: trying again makes nothing twice. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newPress, submitImage } from '../../data/act.ts';
import { balanceQuery } from '../../data/session.ts';
import type { Token } from '../../data/tokens.ts';

export interface Order {
  /** After /mj/submit/. */
  readonly path: 'imagine' | 'describe' | 'blend' | 'shorten';
  readonly body: () => Promise<object>;
  readonly token: Pick<Token, 'id'>;
  /** What is shown of it meanwhile. */
  readonly says: string;
  readonly amount: string | undefined;
  readonly tasks: number;
  /** Of a tile; undefined: it makes words. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

export interface Run {
  readonly key: string;
  readonly order: Order;
  readonly error: Error | undefined;
}

export interface Runs {
  readonly all: readonly Run[];
  readonly start: (order: Order) => void;
  readonly again: (run: Run) => void;
  readonly dismiss: (key: string) => void;
}

export function useRuns(): Runs {
  const client = useQueryClient();
  const [all, setAll] = useState<readonly Run[]>([]);
  const dismiss = (key: string) => setAll(before => before.filter(run => run.key !== key));
  const send = async ({ key, order }: Run) => {
    try {
      await submitImage(order.token, { path: order.path, body: await order.body(), key });
      await client.invalidateQueries({ queryKey: ['tasks'] });
      dismiss(key);
      void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['tokens'] });
    } catch (error) {
      setAll(before => before.map(run => (run.key === key ? { ...run, error: error as Error } : run)));
    }
  };
  const start = (order: Order) => {
    const run: Run = { key: newPress(), order, error: undefined };
    setAll(before => [run, ...before]);
    void send(run);
  };
  const again = (run: Run) => {
    setAll(before => before.map(one => (one.key === run.key ? { ...run, error: undefined } : one)));
    void send(run);
  };
  return { all, start, again, dismiss };
}
