/** Schemas of values that many records contain. */
import { z } from 'zod';
import { tiers } from '@kinora/shared/models/model-card';

/** Money is a decimal text. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
export const time = z.iso.datetime();
export const tier = z.enum(tiers);
export const kind = z.enum(['image', 'video']);
export const count = z.number().int().min(0);
