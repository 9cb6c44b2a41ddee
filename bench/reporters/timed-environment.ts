/** allure-jest is no reporter but a test environment: this one times what it does with Jest's events. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { timedHook } from './timed.ts'

type Handler = (event: unknown, state: unknown) => unknown
interface Environment {
  handleTestEvent: Handler
}

const { from } = JSON.parse(process.env.BENCH_ENVIRONMENT ?? '{}')
const Allure: new (...args: unknown[]) => Environment = createRequire(join(from, 'package.json'))(
  'allure-jest/node',
)

export default class TimedEnvironment extends Allure {
  constructor(...args: unknown[]) {
    super(...args)
    this.handleTestEvent = timedHook('handleTestEvent', this, this.handleTestEvent as never) as Handler
  }
}
