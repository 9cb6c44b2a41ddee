import type { Prompt } from './prompt.ts'

/** Every prompt, in the order of `prompts/list`. */
export const PROMPTS: readonly Prompt[] = []
