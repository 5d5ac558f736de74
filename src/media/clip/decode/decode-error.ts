import { ClipError } from './open-clip.ts';

/** Thrown for video data that a decoder cannot read. */
export class DecodeError extends ClipError {}
