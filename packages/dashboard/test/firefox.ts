import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A tab or a frame. */
interface Place {
  context: string
  url: string
  children: Place[] | null
}

/** A Firefox that a test drives by WebDriver BiDi. */
export interface Firefox {
  /** The first tab. */
  tab: string
  setCookie(cookie: { name: string; value: string; domain: string }): Promise<void>
  /** Opens an address in the tab and waits for its load. */
  open(url: string): Promise<void>
  /** Answers an address with this page, instead of its server. */
  answer(url: string, html: string): Promise<void>
  /** The names of the files that it has downloaded. */
  downloads(): string[]
  /** All tabs and frames, in the order of the tree. */
  places(): Promise<Place[]>
  /** The value of an expression in a tab or a frame, as a person's click would run it. */
  evaluate(expression: string, context?: string): Promise<unknown>
  close(): Promise<void>
}

/** Firefox's command; undefined if this machine has none. */
export const firefoxCommand = (): string | undefined =>
  ['firefox-esr', 'firefox'].find((name) => spawnSync(name, ['--version']).status === 0)

/** Starts the browser without a window, with a profile of its own. */
export async function startFirefox(command: string): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'svc-firefox-'))
  const downloads = join(profile, 'downloads')
  mkdirSync(downloads)
  writeFileSync(
    join(profile, 'user.js'),
    `user_pref('browser.download.folderList', 2);user_pref('browser.download.dir', ${JSON.stringify(downloads)});`,
  )
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const url = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1]
      if (url) resolve(url)
    })
    child.once('exit', () => reject(new Error(`Firefox did not start: ${said}`)))
  })
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    else if (answer.params?.isBlocked) fulfil(answer.params.request).catch(() => undefined)
  })
  const pages = new Map<string, string>()
  const fulfil = ({ request, url }: Asked) =>
    call('network.provideResponse', {
      request,
      statusCode: 200,
      headers: [{ name: 'Content-Type', value: { type: 'string', value: 'text/html' } }],
      body: { type: 'string', value: pages.get(url) ?? '' },
    })
  let last = 0
  const call = async <T>(method: string, params: object): Promise<T> => {
    const id = ++last
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
    if (answer.error) throw new Error(`${method}: ${answer.error}: ${answer.message}`)
    return answer.result as T
  }
  await call('session.new', { capabilities: {} })
  const tree = async () => (await call<{ contexts: Place[] }>('browsingContext.getTree', {})).contexts
  const flat = (places: Place[]): Place[] => places.flatMap((place) => [place, ...flat(place.children ?? [])])
  const tab = (await tree())[0]?.context ?? ''
  return {
    tab,
    setCookie: ({ name, value, domain }) =>
      call('storage.setCookie', {
        cookie: { name, domain, value: { type: 'string', value }, httpOnly: true },
      }),
    async answer(url, html) {
      pages.set(url, html)
      await call('session.subscribe', { events: ['network.beforeRequestSent'] })
      const urlPatterns = [{ type: 'string', pattern: url }]
      await call('network.addIntercept', { phases: ['beforeRequestSent'], urlPatterns })
    },
    // While one lasts, its bytes are in a file beside it.
    downloads: () => readdirSync(downloads).filter((name) => !name.endsWith('.part')),
    open: (url) => call('browsingContext.navigate', { context: tab, url, wait: 'complete' }),
    places: async () => flat(await tree()),
    async evaluate(expression, context = tab) {
      const target = { context }
      const ways = { awaitPromise: true, userActivation: true }
      const { result } = await call<{ result?: { value?: unknown } }>('script.evaluate', {
        expression,
        target,
        ...ways,
      })
      return result?.value
    },
    async close() {
      await call('browser.close', {}).catch(() => child.kill('SIGKILL'))
      await exited
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

interface Asked {
  request: string
  url: string
}

interface Answer {
  id?: number
  /** Of an event. */
  params?: { isBlocked?: boolean; request: Asked }
  error?: string
  message?: string
  result?: unknown
}
