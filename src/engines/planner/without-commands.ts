/** Removes the commands that stable-diffusion.cpp reads from prompts. */

/** Removes settings of the server and names of weights, because clients must not choose them. */
export function withoutCommands(prompt: string): string {
  return withoutSettings(prompt)
    .replaceAll(/<lora:[^>]*(>|$)/gi, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** Removes only the settings, for programs whose prompts are allowed to name weights. */
export function withoutSettings(prompt: string): string {
  return prompt
    .replaceAll(/<sd_cpp_extra_args>[\s\S]*?(<\/sd_cpp_extra_args>|$)/gi, ' ')
    .replaceAll(/<\/?sd_cpp_extra_args>/gi, ' ');
}
