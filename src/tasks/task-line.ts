/** A task as the Console shows it: one shape for both interfaces, in lists, alone, and in streams of events. */
import type { EntryKind } from '../billing/ledger.ts';
import type { PriceUnit, Tier } from '../models/model-card.ts';
import type { FollowUp } from './follow-ups.ts';
import type { LineView } from './line-view.ts';
import type { Delivery } from './task-story.ts';
import type { Action, Interface, Phase } from './task.ts';

/** Money is a decimal text, a time ISO 8601. Null: not known, or not there. */
export interface TaskLine {
  readonly id: string;
  readonly kind: Interface;
  readonly action: Action;
  readonly model: string;
  readonly group: string;
  readonly tier: Tier;
  readonly state: Phase;
  /** 0-100. */
  readonly progress: number;
  readonly ahead: number | null;
  /** As it was typed; `final_prompt`: as it was understood. */
  readonly prompt: string | null;
  readonly final_prompt: string | null;
  /** The button whose modal it waits for. */
  readonly asks: string | null;
  readonly seed: string | null;
  readonly parent: string | null;
  /** What is written on the button of its parent that made it. */
  readonly button: string | null;
  readonly account: string;
  readonly account_name: string;
  readonly token: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string } | null;
  readonly created: string;
  readonly started: string | null;
  readonly finished: string | null;
  readonly expires: string | null;
  readonly expired: boolean;
  readonly starred: boolean;
  readonly collections: readonly string[];
  /** Pixels of one picture, or of the clip. */
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
  readonly sheet: string | null;
  readonly preview: string | null;
  readonly cells: readonly LineFile[];
  readonly clips: readonly Pick<LineFile, 'url' | 'thumbnail'>[];
  readonly spritesheet: string | null;
  readonly texts: readonly string[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly price: LinePrice;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly buttons: readonly LineButton[];
  readonly change: number;
}

/** One task with all that is known of it. */
export interface TaskLife extends TaskLine {
  /** The phases it was in, with the seconds each lasted; null: it goes on, or is the end. */
  readonly life: readonly { readonly phase: Phase; readonly at: string; readonly seconds: number | null }[];
  readonly attempts: number;
  readonly tries: number;
  readonly engine: string;
  /** Why this model and engine; null: nothing was ordered yet. */
  readonly trace: { readonly model: string; readonly engine: string; readonly reason: string } | null;
  readonly deliveries: readonly Delivery[];
  readonly entries: readonly {
    readonly id: string;
    readonly kind: EntryKind;
    readonly amount: string;
    readonly at: string;
    readonly reason: string | null;
  }[];
  /** Of these what the caller may read. */
  readonly lineage: {
    readonly parent: TaskLine | null;
    readonly siblings: readonly TaskLine[];
    readonly children: readonly TaskLine[];
  };
}

export interface LineFile {
  readonly url: string;
  readonly thumbnail: string | null;
  readonly width: number;
  readonly height: number;
}

export interface LinePrice {
  readonly unit: PriceUnit;
  readonly quantity: number;
  readonly unit_price: string;
  readonly amount: string;
  readonly charged: string | null;
  readonly refunded: string | null;
  readonly version: string;
  readonly currency: string;
  readonly state: 'held' | 'charged' | 'released' | 'refunded';
}

export interface LineButton {
  readonly id: string;
  readonly label: string;
  readonly emoji: string;
  readonly pressed: boolean;
  readonly kind: FollowUp['kind'];
  /** Which candidate it is for, from 0. */
  readonly candidate: number | null;
  /** What pressing it costs now, as its modal proposes; null: not known before. */
  readonly price: string | null;
}

/** Made where the interfaces are known: `http/task-line.ts`. */
export type ToTaskLine = (task: LineView) => TaskLine;
