// @module-tag thorough
import { onTestFinished, test } from 'vitest'
import { emptyPostgres } from '../../src/testing/each-database.ts'
import { playStory } from '../play-story.ts'
import { startReplicas } from './replicas.ts'

test('two agents of different replicas handle a red execution together', async () => {
  const { one, two, url, apiKey, close } = await startReplicas((await emptyPostgres()).postgres)
  onTestFinished(close)
  await playStory({ ci: url, finder: one.url, helper: two.url, apiKey })
})
