/** Limits the pixels of all pictures of one request, because an engine may hold all of them in memory. */
import { AppError } from '@kinora/shared/errors/errors';

/** The most pixels of a job, which is enough for five photographs of 24 megapixels. */
export const maxJobPixels = 128_000_000;

/** Throws AppError `pictures_too_large`. */
export function limitPixels(pictures: readonly { readonly width: number; readonly height: number }[]): void {
  const pixels = pictures.reduce((sum, { width, height }) => sum + width * height, 0);
  if (pixels <= maxJobPixels) return;
  const [sentMegapixels, allowedMegapixels] = [pixels, maxJobPixels].map(
    count => `${Math.ceil(count / 1_000_000)}`,
  );
  throw new AppError('pictures_too_large', { sent: sentMegapixels ?? '', allowed: allowedMegapixels ?? '' });
}
