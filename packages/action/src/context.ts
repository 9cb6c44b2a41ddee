import type { Config, Env, Post } from '@svc/client/action'
import type { EventFacts } from './event.ts'
import type { GitHub } from './github/call.ts'
import type { Settings } from './inputs.ts'
import type { Log } from './log.ts'

/** The context of a step; no code below reads the environment or the clock itself. */
export interface StepContext {
  env: Env
  settings: Settings
  /** The client's settings, made from the inputs. */
  config: Config
  event: EventFacts
  log: Log
  github: GitHub
  /** Requests to the svc server. */
  post: Post
  /** In terms of `performance.now()`; no work starts after it. */
  deadline: number
  /** True in the post step. */
  isPost: boolean
}

/** The outcome of a step. */
export interface Ended {
  /** True if svc or GitHub failed; already reported. */
  hasTrouble: boolean
  /** True if the gate failed or the workflow is wrong. */
  isRed: boolean
}
