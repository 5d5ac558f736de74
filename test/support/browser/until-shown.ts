/** Waits for what the Console moves into view. */
import type { Locator } from 'playwright-core';
import { until } from '../servers/app.ts';

/** Resolves when all of it is in the window, and in its dialog. */
export async function untilShown(part: Locator): Promise<void> {
  await part.waitFor();
  const isShown = () =>
    part.evaluate(node => {
      const { top, bottom } = node.getBoundingClientRect();
      const room = node.closest('dialog')?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
      return top >= room.top && bottom <= room.bottom;
    });
  await until(isShown, Boolean);
}
