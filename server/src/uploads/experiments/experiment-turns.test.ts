import { experimentOperations } from '@svc/schema/operations'
import { expect, test } from 'vitest'
import { experiment } from '../../testing/experiments.ts'
import { toRows } from './send-experiments.ts'

test('others are answered between the experiments of a request', async () => {
  const { experiments } = experimentOperations.sendExperiments.input.parse({
    execution: '00000000-0000-4000-9000-000000000000',
    experiments: Array.from({ length: 50 }, () => experiment('fPfP')),
  })
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const rows = await toRows(experiments, Number.POSITIVE_INFINITY)
  isOver = true
  expect(rows).toHaveLength(50)
  expect(turns).toBeGreaterThanOrEqual(49)
})
