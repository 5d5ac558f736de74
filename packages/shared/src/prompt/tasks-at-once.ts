/** How many tasks one request may create, by tier. */
import type { Tier } from '../models/model-card.ts';

/** Facts: contract of the image interface, section 2. */
export const tasksAtOnce: Readonly<Record<Tier, number>> = { relax: 1, fast: 10, turbo: 40 };
