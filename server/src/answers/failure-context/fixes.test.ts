import { expect, test } from 'vitest'
import { addAgent } from '../../testing/agents.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { sha } from '../../testing/sha.ts'
import { failed, passed, settled } from '../../testing/upload.ts'

const at = (digit: string, parents: string[]) => ({
  code: { branch: 'topic', testedSha: sha(digit), headSha: sha(digit), parents: parents.map(sha) },
})

onBothDatabases('the fix of a failure', (makeApp) => {
  test('is named with its branch as soon as somebody verifies it, and whether the execution has it', async () => {
    const app = await makeApp()
    let red = ''
    for (let turn = 0; turn < 10; turn++)
      red = await settled(app, { ...at('1', []), results: [failed('pays', { message: 'no card' })] })
    await app.deliver()
    const { call } = await connectAgent(app)
    const ask = () => call('svc_get_failures', { execution: red })
    const [{ fingerprint }] = (await ask()).structured.clusters
    const agent = await addAgent(app, 'agent')
    const verify = () =>
      agent.post('/api/bus/fix-verifications', { project: 'shop', fingerprint, commit: sha('2') })
    await verify()
    expect((await ask()).text).toContain(
      `Fix under watch: commit ${sha('2').slice(0, 10)}, 0 of 3 clean runs so far`,
    )
    for (let turn = 0; turn < 3; turn++) await settled(app, { ...at('2', ['1']), results: [passed('pays')] })
    await app.deliver()
    for (const args of [{}, { max_tokens: 500 }]) {
      const { text, structured } = await call('svc_get_failures', { execution: red, ...args })
      expect(structured.clusters[0].fix).toMatchObject({
        commit: sha('2'),
        branch: 'topic',
        state: 'verified',
        cleanRuns: 3,
        containsFix: false,
      })
      expect(text).toMatch(/[Vv]erified fix/)
    }
    expect((await ask()).text).toContain(
      `Verified fix: commit ${sha('2').slice(0, 10)} on \`topic\`, by 3 clean runs. This execution does not contain it: bring it in instead of fixing it again.`,
    )
    const back = await settled(app, { ...at('3', ['2']), results: [failed('pays', { message: 'no card' })] })
    await app.deliver()
    expect((await call('svc_get_failures', { execution: back })).text).toContain(
      `Fix that did not hold: commit ${sha('2').slice(0, 10)} on \`topic\`; the failure came back in execution ${back}.`,
    )
  })
})
