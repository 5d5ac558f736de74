/** How media is made. */

/**
 * How media is made, in the IPTC vocabulary (cv.iptc.org/newscodes/digitalsourcetype): by plain
 * code, or by a trained model.
 */
export const digitalSourceTypes = ['algorithmicMedia', 'trainedAlgorithmicMedia'] as const;
export type DigitalSourceType = (typeof digitalSourceTypes)[number];
