import { expect, test } from 'vitest'
import { withoutCiCommands } from './without-ci-commands.ts'

test.each([
  ['::stop-commands::x', ': :stop-commands::x'],
  ['  ::ERROR file=a::b', '  : :ERROR file=a::b'],
  ['a ##[error]b', 'a ## [error]b'],
  ['a ##vso[task.setvariable variable=b]c', 'a ## vso[task.setvariable variable=b]c'],
  ['##teamcity[message]', '## teamcity[message]'],
  ['std::vector, ##, ## Heading, #1, a ::b', 'std::vector, ##, ## Heading, #1, a ::b'],
])('%j is printed as %j', (line, printed) => expect(withoutCiCommands(line)).toBe(printed))
