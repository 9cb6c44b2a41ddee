import { expect, test } from 'vitest'
import { type LeftOut, noteOf } from './artifact-send.ts'

test('what was left out has a name, also where nothing was sent', () => {
  const note = (sent: number, vanished: number) =>
    noteOf({ sent, left: new Map<LeftOut, number>([['vanished', vanished]]) })
  expect([note(2, 0), note(1, 0), note(6, 1), note(0, 1), note(0, 3)]).toEqual([
    '2 artifacts sent',
    '1 artifact sent',
    '6 artifacts sent, 1 left out (1 gone)',
    '1 attachment left out (1 gone)',
    '3 attachments left out (3 gone)',
  ])
})
