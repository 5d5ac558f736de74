/** How the prompts of a model are read, if they do not have all of Midjourney's syntax. */

export const promptSyntaxes = ['plain', 'open'] as const;

/**
 * `plain`: braces and `::` are words, because the model has its own meaning for them. `open`: parameters that
 * Kinora does not know are passed to the engine.
 */
export type PromptSyntax = (typeof promptSyntaxes)[number];
