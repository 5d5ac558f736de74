export const allocator: Readonly<Record<string, string>>;
export const heap: string;
