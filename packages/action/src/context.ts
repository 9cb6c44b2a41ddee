import type { Config, Env, Post } from '@svc/client/action'
import type { EventFacts } from './event.ts'
import type { GitHub } from './github/call.ts'
import type { Settings } from './inputs.ts'
import type { Output } from './log.ts'

/** The context of a step; no code below reads the environment or the clock itself. */
export interface Run {
  env: Env
  settings: Settings
  /** The client's settings, made from the inputs. */
  config: Config
  event: EventFacts
  output: Output
  github: GitHub
  /** Requests to the svc server. */
  post: Post
  /** In terms of `performance.now()`; no work starts after it. */
  deadline: number
  /** True in the post step. */
  isPost: boolean
}
