import { expect, test } from 'vitest'
import { hear } from '../test/hear.ts'
import { say } from './say.ts'

test('a line that a server or a project writes stays one line, hides nothing and commands no runner of CI', () => {
  const heard: string[] = []
  hear(heard)
  say(
    'rejected: a\u001b[31mb\u009b2J\u202ec\u200b\r\n::add-mask::x\u2028##[error]y##vso[task.setvariable variable=z]',
  )
  expect(heard.join('')).toBe(
    'svc: rejected: a [31mb 2Jc ::add-mask::x ## [error]y## vso[task.setvariable variable=z]\n',
  )
})
