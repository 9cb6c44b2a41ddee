import { experimentOperations } from '@svc/schema/operations'
import { expect, test } from 'vitest'
import { countTurns } from '../../testing/count-turns.ts'
import { experiment } from '../../testing/experiments.ts'
import { toRows } from './send-experiments.ts'

test('others are answered between the experiments of a request', async () => {
  const { experiments } = experimentOperations.sendExperiments.input.parse({
    execution: '00000000-0000-4000-9000-000000000000',
    experiments: Array.from({ length: 50 }, () => experiment('fPfP')),
  })
  const { done: rows, turns } = await countTurns(() => toRows(experiments, Number.POSITIVE_INFINITY))
  expect(rows).toHaveLength(50)
  expect(turns).toBeGreaterThanOrEqual(49)
})
