import type { Access } from '@svc/schema'
import type { ToolCall } from './tool.ts'

/** A prompt without arguments: a row of `prompts.ts`. */
export interface Prompt extends Access {
  name: `svc_${string}`
  title: string
  description: string
  /** The text of its one message, which comes from the user. Throws only `Problem`s. */
  text(call: ToolCall): Promise<string>
}
