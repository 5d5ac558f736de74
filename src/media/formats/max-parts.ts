/**
 * Every reader of file structure stops after this many parts, because an empty part takes a few bytes: 60 MB
 * of them would keep a thread busy for seconds, and the memory of their list would end the process. Real
 * files have far fewer: encoders cut a PNG into parts of 8 KB.
 */
export const maxParts = 20_000;
