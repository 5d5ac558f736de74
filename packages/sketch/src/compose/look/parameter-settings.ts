/** The parameters of a prompt as shares that the composer works with. */
import type { ComposeOptions } from './compose-options.ts';
import { clamp } from '../../raster/colors.ts';

export interface ParameterSettings {
  /** -1 plain and literal, 0 the default, 1 lush. */
  readonly lush: number;
  /** 0 … 1 each. */
  readonly chaos: number;
  readonly odd: number;
  readonly drama: number;
  /** Share of the work done before it was stopped. */
  readonly done: number;
  readonly work: number;
  readonly style: string | undefined;
}

export function readParameterSettings(options: ComposeOptions): ParameterSettings {
  const { chaos = 0, weird = 0, experimental = 0, stop = 100, quality = 1, style } = options;
  return {
    lush: chooseLushness(options),
    chaos: clamp(chaos / 100, 0, 1),
    odd: clamp(weird / 3000, 0, 1) ** 0.55,
    drama: clamp(experimental / 100, 0, 1) ** 0.8,
    done: clamp(stop / 100, 0.1, 1),
    work: clamp(quality, 0.25, 4),
    style,
  };
}

/**
 * The range is 625 to 60000 with the default 2500 up to version 3, and 0 to 1000 with the default 100 later.
 */
function chooseLushness({ stylize, version = '7' }: ComposeOptions): number {
  if (stylize === undefined) return 0;
  const isOld = /^[123]$/.test(version);
  if (isOld && stylize > 0)
    return stylize < 2500
      ? Math.max(-1, Math.log(stylize / 2500) / Math.log(4))
      : Math.min(1, Math.log(stylize / 2500) / Math.log(24));
  if (stylize < 100) return stylize / 100 - 1;
  return clamp((stylize - 100) / 900, 0, 1) ** 0.65;
}
