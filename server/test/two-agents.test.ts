import { startServer } from '@svc/test-kit/server'
import { onTestFinished, test } from 'vitest'
import { playStory } from './play-story.ts'

test('two agents handle a red execution: lease, help, a fix that clean runs verify, a closed task', async () => {
  const server = await startServer()
  onTestFinished(() => server.stop())
  const { url, apiKey } = server
  await playStory({ ci: url, finder: url, helper: url, apiKey })
})
