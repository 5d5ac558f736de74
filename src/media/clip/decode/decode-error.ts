import { ClipError } from './clip-error.ts';

/** Thrown for video data that a decoder cannot read. */
export class DecodeError extends ClipError {}
