/** What a clip on the image interface is. */

/** Four candidates of five seconds. */
export const usualClip = { seconds: 5, framesPerSecond: 24, clips: 4 } as const;
