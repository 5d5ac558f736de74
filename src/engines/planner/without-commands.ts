/** What stable-diffusion.cpp reads out of prompts. */

/** Settings of the server and weights that are named in a prompt are not for clients to choose. */
export function withoutCommands(prompt: string): string {
  return withoutSettings(prompt)
    .replaceAll(/<lora:[^>]*(>|$)/gi, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** Removes only the settings, for programs whose prompts name weights by intention. */
export function withoutSettings(prompt: string): string {
  return prompt
    .replaceAll(/<sd_cpp_extra_args>[\s\S]*?(<\/sd_cpp_extra_args>|$)/gi, ' ')
    .replaceAll(/<\/?sd_cpp_extra_args>/gi, ' ');
}
