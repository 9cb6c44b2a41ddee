import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type CollectedPart, startCollector } from '@svc/test-kit/collect'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import type { RunnerProject } from '@svc/test-kit/runner-project'
import { toApiKey } from '../../protocol/src/api-key.ts'

/**
 * Starts Playwright in UI mode or as an editor does, has it run all tests `times` times over the socket its page
 * uses, and gives what was reported.
 */
export const runInServer = async (
  project: RunnerProject,
  args: string[],
  times: number,
): Promise<CollectedPart[]> => {
  const collector = await startCollector()
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH,
    HOME,
    ...NODE_CACHE,
    SVC_API_KEY: toApiKey(randomBytes(32)),
    SVC_URL: collector.url,
    PWTEST_UNDER_TEST: '1',
  }
  const [cli = ''] = project.command()
  const child = spawn(process.execPath, [cli, ...args], { cwd: project.folder, env })
  const closed = once(child, 'close')
  try {
    const address = await new Promise<string>((resolve) => {
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text) => {
        output += text
        const [, found] = /Listening on (\S+)\s/.exec(output) ?? []
        if (found) resolve(found)
      })
    })
    const call = await connect(await toSocketUrl(address))
    await call('initialize', { interceptStdio: false })
    await call('listTests', {})
    for (let n = 0; n < times; n++) await call('runTests', { locations: [] })
    return collector.parts()
  } finally {
    child.kill()
    await closed
    await collector.close()
  }
}

/** The page of UI mode receives its socket in its own address: before 1.60 in a parameter, then by its folder. */
const toSocketUrl = async (address: string): Promise<string> => {
  if (address.startsWith('ws:')) return address
  const { headers } = await fetch(address, { redirect: 'manual' })
  const page = new URL(headers.get('location') ?? '', `${address}/`)
  const guid = page.searchParams.get('ws')
  return `ws://${page.host}/${guid ?? `${page.pathname.split('/')[1]}/ws`}`
}

const connect = async (url: string) => {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  let last = 0
  return (method: string, params: object): Promise<unknown> => {
    last += 1
    const id = last
    socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve) => {
      const hear = ({ data }: MessageEvent) => {
        const answer: { id?: number } = JSON.parse(String(data))
        if (answer.id !== id) return
        socket.removeEventListener('message', hear)
        resolve(answer)
      }
      socket.addEventListener('message', hear)
    })
  }
}
