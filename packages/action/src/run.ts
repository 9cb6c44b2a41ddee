import type { Config, Env, Post } from '@svc/client/action'
import type { EventFacts } from './event.ts'
import type { GitHub } from './github/call.ts'
import type { Settings } from './inputs.ts'
import type { Output } from './output.ts'

/** All that a step has to do with; nothing below reads the environment or the clock by itself. */
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
  /** By `performance.now()`: nothing begins after it. */
  deadline: number
  /** True in the post step. */
  isPost: boolean
}
